import { Buffer } from "node:buffer";

import type { Input, Running } from "../command.ts";
import { CommandError } from "../options.ts";

/** What is cut into lines in one go. */
const PIECE = 65_536;

/** What one command keeps in memory at the most: more is refused as by a machine that has no more. */
export const MOST_BYTES = 256 << 20;

/** What a program says when `malloc` refuses. */
export function memoryExhausted(): never {
  throw new CommandError("memory exhausted");
}

/**
 * The lines of an input, as many at once as a piece of it holds. One character of them is one byte, so
 * that they compare and are cut as the tools do it that know bytes only.
 */
export class LineReader {
  readonly #input: Input;
  readonly #end: string;
  #chunk: Buffer | undefined;
  #at = 0;
  #rest = "";
  /** Whether the last line that was read had no end. */
  isCut = false;

  constructor(input: Input, end = "\n") {
    this.#input = input;
    this.#end = end;
  }

  /** At least one line, without its end; `undefined` behind the last one. */
  *next(): Running<readonly string[] | undefined> {
    for (;;) {
      const text = yield* this.#piece();
      if (text === undefined) return this.#last();
      const end = text.lastIndexOf(this.#end);
      if (end === -1) {
        this.#keep(text);
        continue;
      }
      const lines = (this.#rest + text.slice(0, end)).split(this.#end);
      this.#rest = text.slice(end + 1);
      return lines;
    }
  }

  /** What was read and is in no line that was given, one character for a byte. */
  get unread(): string {
    return this.#rest + (this.#chunk?.toString("latin1", this.#at) ?? "");
  }

  #keep(text: string): void {
    this.#rest += text;
    if (this.#rest.length > MOST_BYTES) memoryExhausted();
  }

  #last(): readonly string[] | undefined {
    if (this.#rest === "") return undefined;
    const line = this.#rest;
    this.#rest = "";
    this.isCut = true;
    return [line];
  }

  *#piece(): Running<string | undefined> {
    if (this.#chunk === undefined || this.#at >= this.#chunk.length) {
      const bytes = yield* this.#input.read();
      if (bytes === undefined) return undefined;
      this.#chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      this.#at = 0;
    } else {
      yield;
    }
    const start = this.#at;
    this.#at = Math.min(start + PIECE, this.#chunk.length);
    return this.#chunk.toString("latin1", start, this.#at);
  }
}

/** All lines of an input. */
export function* allLines(input: Input, end = "\n"): Running<readonly string[]> {
  const reader = new LineReader(input, end);
  const batches: (readonly string[])[] = [];
  let size = 0;
  for (;;) {
    const lines = yield* reader.next();
    if (lines === undefined) return batches.length === 1 ? (batches[0] ?? []) : batches.flat();
    batches.push(lines);
    size += lines.reduce((sum, { length }) => sum + length, 0);
    if (size > MOST_BYTES) memoryExhausted();
  }
}
