import { BrokenPipe, type Input, type Output, type Running } from "../../commands/command.ts";
import { LimitError } from "../../files/errors.ts";
import { encodeText } from "../text.ts";

/** A writer is not resumed while this many bytes wait. */
const FULL = 65_536;

/** What one command of a pipeline writes and the next one reads. */
export class Pipe implements Input, Output {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #hasWriter = true;
  #hasReader = true;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#size >= FULL && this.#hasReader;
  }

  write(content: Uint8Array | string): void {
    if (!this.#hasReader) throw new BrokenPipe();
    const bytes = typeof content === "string" ? encodeText(content) : content;
    if (bytes.length === 0) return;
    this.#size += bytes.length;
    if (this.#size > this.#most) throw new LimitError("maxPipeSize", this.#most);
    this.#chunks.push(bytes);
  }

  *read(): Running<Uint8Array | undefined> {
    while (this.#chunks.length === 0) {
      if (!this.#hasWriter) return undefined;
      yield "wait";
    }
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#size = 0;
    return joined(chunks);
  }

  closeWriter(): void {
    this.#hasWriter = false;
  }

  closeReader(): void {
    this.#hasReader = false;
    this.#chunks = [];
    this.#size = 0;
  }
}

/** Chunks in one piece. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first === undefined) return new Uint8Array(0);
  if (chunks.length === 1) return first;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
