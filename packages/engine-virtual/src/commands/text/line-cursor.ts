import type { Input, Running } from "../command.ts";
import { LineReader } from "./lines.ts";

/** The lines of an input one by one, for who reads several inputs side by side. */
export class LineCursor {
  readonly #reader: LineReader;
  #lines: readonly string[] = [];
  #at = 0;

  constructor(input: Input, end: string) {
    this.#reader = new LineReader(input, end);
  }

  *next(): Running<string | undefined> {
    if (this.#at >= this.#lines.length) {
      this.#lines = (yield* this.#reader.next()) ?? [];
      this.#at = 0;
    }
    const line = this.#lines[this.#at];
    this.#at += 1;
    return line;
  }
}
