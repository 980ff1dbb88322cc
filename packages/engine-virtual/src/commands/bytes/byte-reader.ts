import { joined } from "../../shell/io/joined.ts";
import type { Input, Running } from "../command.ts";

/** Reads an input in pieces of a size that is asked for. */
export class ByteReader {
  readonly #input: Input;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(input: Input) {
    this.#input = input;
  }

  /** What was read and not taken. */
  get rest(): Uint8Array {
    return this.#rest;
  }

  /** As many bytes as are asked for, fewer only at the end. */
  *take(length: number): Running<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let left = length;
    while (left > 0) {
      const chunk = yield* this.next(left);
      if (chunk === undefined) break;
      chunks.push(chunk);
      left -= chunk.length;
    }
    return joined(chunks);
  }

  /** What one read gives, and of that at most so many bytes; `undefined` at the end. */
  *next(most: number): Running<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const chunk = yield* this.#input.read();
      if (chunk === undefined) return undefined;
      this.#rest = chunk;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  /** How many bytes there were to leave out. */
  *skip(length: number): Running<number> {
    let left = length;
    while (left > 0) {
      const chunk = yield* this.next(left);
      if (chunk === undefined) break;
      left -= chunk.length;
      yield;
    }
    return length - left;
  }
}
