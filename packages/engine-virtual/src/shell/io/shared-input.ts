import type { Input, Running } from "../../commands/command.ts";
import { joined } from "./joined.ts";

/** An input that several commands read one after the other: what one leaves is the next one's. */
export class SharedInput implements Input {
  readonly size?: number;
  readonly path?: string;
  readonly isSeekable: boolean;
  readonly #source: Input;
  #rest: Uint8Array | undefined;

  constructor(source: Input) {
    this.#source = source;
    if (source.size !== undefined) this.size = source.size;
    if (source.path !== undefined) this.path = source.path;
    this.isSeekable = source.isSeekable === true;
  }

  *read(): Running<Uint8Array | undefined> {
    const rest = this.#rest;
    if (rest === undefined) return yield* this.#source.read();
    this.#rest = undefined;
    return rest;
  }

  /** Up to a byte, which is taken as well, or up to a length; what comes behind stays. */
  *readUntil(
    delimiter: number | undefined,
    most = Number.POSITIVE_INFINITY,
  ): Running<{ readonly bytes: Uint8Array; readonly isEnd: boolean }> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    while (length < most) {
      const chunk = yield* this.read();
      if (chunk === undefined) return { bytes: joined(chunks), isEnd: true };
      const found = delimiter === undefined ? -1 : chunk.indexOf(delimiter);
      const end = Math.min(found === -1 ? chunk.length : found, most - length);
      chunks.push(chunk.subarray(0, end));
      length += end;
      const isDelimiter = end === found && length < most;
      if (end < chunk.length) this.giveBack(chunk.subarray(end + (isDelimiter ? 1 : 0)));
      if (isDelimiter) break;
      yield;
    }
    return { bytes: joined(chunks), isEnd: false };
  }

  giveBack(rest: Uint8Array): void {
    if (rest.length > 0) this.#rest = rest;
  }

  /** Whether nothing was taken of what was given back; it is taken then. */
  takeBack(rest: Uint8Array): boolean {
    if (this.#rest !== (rest.length > 0 ? rest : undefined)) return false;
    this.#rest = undefined;
    return true;
  }
}
