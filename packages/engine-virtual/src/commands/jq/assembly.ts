import type { Json } from "./json.ts";

export type Container = "array" | "object";

/** What a reader makes of the parts that it comes upon. */
export interface Assembly {
  /** The container that is not closed yet. */
  readonly innermost: Container | undefined;
  readonly depth: number;
  begin(kind: Container): void;
  key(name: string): void;
  /** A value that is no container. */
  add(value: Json): void;
  comma(): void;
  close(): void;
  /** What is whole by now, one after the other. */
  take(): Json | undefined;
}

/** Values that are not whole yet. */
type Open =
  | { readonly kind: "array"; readonly values: Json[] }
  | { readonly kind: "object"; readonly values: Map<string, Json>; key: string };

/** Values as they stand. */
export class WholeValues implements Assembly {
  readonly #open: Open[] = [];
  #whole: Json | undefined;

  get innermost(): Container | undefined {
    return this.#open.at(-1)?.kind;
  }

  get depth(): number {
    return this.#open.length;
  }

  begin(kind: Container): void {
    this.#open.push(kind === "array" ? { kind, values: [] } : { kind, values: new Map(), key: "" });
  }

  key(name: string): void {
    const top = this.#open.at(-1);
    if (top?.kind === "object") top.key = name;
  }

  add(value: Json): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.#whole = value;
    else if (top.kind === "array") top.values.push(value);
    else top.values.set(top.key, value);
  }

  comma(): void {
    // What comes next is added where it belongs.
  }

  close(): void {
    const closed = this.#open.pop();
    if (closed !== undefined) this.add(closed.values);
  }

  take(): Json | undefined {
    const whole = this.#whole;
    this.#whole = undefined;
    return whole;
  }
}

/** `--stream`: each leaf with the way to it, and where a container ends, the way to its last part. */
export class StreamedValues implements Assembly {
  readonly #kinds: Container[] = [];
  readonly #path: Json[] = [];
  readonly #ready: Json[] = [];
  /** A leaf that is told of with what comes behind it. */
  #leaf: Json | undefined;
  #isEmpty = false;

  get innermost(): Container | undefined {
    return this.#kinds.at(-1);
  }

  get depth(): number {
    return this.#kinds.length;
  }

  begin(kind: Container): void {
    this.#kinds.push(kind);
    this.#path.push(kind === "array" ? 0 : null);
    this.#isEmpty = true;
  }

  key(name: string): void {
    this.#path[this.#path.length - 1] = name;
  }

  add(value: Json): void {
    this.#isEmpty = false;
    this.#leaf = value;
    if (this.depth === 0) this.#tell();
  }

  comma(): void {
    this.#tell();
    const last = this.#path.at(-1);
    if (typeof last === "number") this.#path[this.#path.length - 1] = last + 1;
  }

  close(): void {
    const kind = this.#kinds.pop();
    if (this.#isEmpty) {
      this.#path.pop();
      this.add(kind === "array" ? [] : new Map());
      return;
    }
    this.#tell();
    this.#ready.push([[...this.#path]]);
    this.#path.pop();
  }

  take(): Json | undefined {
    return this.#ready.shift();
  }

  #tell(): void {
    if (this.#leaf === undefined) return;
    this.#ready.push([[...this.#path], this.#leaf]);
    this.#leaf = undefined;
  }
}
