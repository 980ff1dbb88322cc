import { LimitError } from "../files/errors.ts";

/** Characters of one text that a command works on: more than any file of the default size has. */
const MOST_TEXT = 16 << 20;

/** Pieces that are put together in one go. */
const PIECES = 4_096;

/** Refuses a text that is too long for what is everybody's: memory, and the time until the next tick. */
export function checkTextLength(length: number): void {
  if (length > MOST_TEXT) throw new LimitError("maxTextLength", MOST_TEXT);
}

export function joined(one: string, other: string): string {
  checkTextLength(one.length + other.length);
  return one + other;
}

/** Puts a text together; however many pieces it has, they take no more memory than their characters. */
export class TextBuilder {
  #pieces: string[] = [];
  #joined = "";
  #length = 0;

  add(piece: string): void {
    if (piece === "") return;
    this.#length += piece.length;
    checkTextLength(this.#length);
    this.#pieces.push(piece);
    if (this.#pieces.length >= PIECES) this.#join();
  }

  #join(): void {
    this.#joined += this.#pieces.join("");
    this.#pieces = [];
  }

  text(): string {
    this.#join();
    return this.#joined;
  }
}
