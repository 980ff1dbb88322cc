import type { Compiled } from "./filter.ts";
import type { Definition } from "./syntax.ts";

/** A function that a program defines, compiled when it is first called. */
export interface UserFunction {
  readonly definition: Definition;
  /** What it sees: itself and what was there before it. */
  scope: Scope;
  compiled: Compiled | undefined;
}

type Entry =
  | { readonly kind: "variable" | "closure" | "label"; readonly name: string }
  | { readonly kind: "function"; readonly function: UserFunction };

/** What names mean at a place of a program. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #entry: Entry | undefined;
  /** How many frames are there at run time. */
  readonly depth: number;

  constructor(outer?: Scope, entry?: Entry) {
    this.#outer = outer;
    this.#entry = entry;
    const isFrame = entry !== undefined && entry.kind !== "function";
    this.depth = (outer?.depth ?? 0) + (isFrame ? 1 : 0);
  }

  with(kind: "variable" | "closure" | "label", name: string): Scope {
    return new Scope(this, { kind, name });
  }

  define(definition: Definition): Scope {
    const made: UserFunction = { definition, scope: this, compiled: undefined };
    made.scope = new Scope(this, { kind: "function", function: made });
    return made.scope;
  }

  /** How far away the frame of a name is. */
  hopsTo(kind: "variable" | "label", name: string): number | undefined {
    const found = this.#find((entry) => entry.kind === kind && entry.name === name);
    return found === undefined ? undefined : this.depth - found.depth;
  }

  /** What a call means: an argument of a function around it, or a function that is defined. */
  callable(name: string, count: number): number | UserFunction | undefined {
    const found = this.#find((entry) => {
      if (entry.kind === "closure") return count === 0 && entry.name === name;
      if (entry.kind !== "function") return false;
      const { definition } = entry.function;
      return definition.name === name && definition.parameters.length === count;
    });
    if (found === undefined) return undefined;
    const entry = found.#entry;
    return entry?.kind === "function" ? entry.function : this.depth - found.depth;
  }

  #find(isIt: (entry: Entry) => boolean): Scope | undefined {
    if (this.#entry !== undefined && isIt(this.#entry)) return this;
    return this.#outer === undefined ? undefined : this.#outer.#find(isIt);
  }
}
