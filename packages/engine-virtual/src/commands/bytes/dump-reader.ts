import type { Running } from "../command.ts";

export interface DumpStyle {
  /** Digits alone, without offsets. */
  readonly isPlain: boolean;
  /** How many bytes of a line count. */
  readonly columns: number;
  /** Added to each offset, in bytes. */
  readonly base: number;
}

export interface DumpOutput {
  /** Goes on at an offset; what is skipped is zeros. */
  seek(offset: number): void;
  put(byte: number): void;
}

/** Characters between two steps. */
const STRIDE = 4096;
/** In the place of a digit: another character, or one that is used. */
const NONE = -1;
const DIGIT = /[\da-f]/i;

/**
 * Reads a dump in hexadecimal as xxd(1) does: characters that are no digits are left out in front of
 * a line, one may stand between two bytes, and behind more of them the rest of the line is no dump.
 */
export class DumpReader {
  readonly #style: DumpStyle;
  readonly #output: DumpOutput;
  /** The last three characters, the latest first. */
  #digits: readonly [number, number, number] = [NONE, NONE, NONE];
  #isFront = true;
  #isInOffset = true;
  #offset = 0;
  /** Bytes of the line that are read. */
  #count = 0;

  constructor(style: DumpStyle, output: DumpOutput) {
    this.#style = style;
    this.#output = output;
  }

  *read(text: string): Running<void> {
    let next = STRIDE;
    for (let at = 0; at < text.length; at += 1) {
      if (at >= next) {
        next = at + STRIDE;
        yield;
      }
      const char = text[at] ?? "";
      if (this.#isLeftOut(char)) continue;
      if (this.#readsOn(char)) continue;
      const end = text.indexOf("\n", at);
      if (end < 0) return;
      at = end;
      this.#endLine();
    }
  }

  #isLeftOut(char: string): boolean {
    return char === "\r" || (this.#style.isPlain && /[ \t\n]/.test(char));
  }

  /** Takes one character; whether the line goes on behind it. */
  #readsOn(char: string): boolean {
    const digit = DIGIT.test(char) ? Number.parseInt(char, 16) : NONE;
    const [before, third] = this.#digits;
    this.#digits = [digit, before, third];
    if (digit === NONE && this.#isFront) return true;
    this.#isFront = false;
    if (this.#readsOffset(digit)) return true;
    this.#output.seek(this.#style.base + this.#offset);
    if (char === "\n") this.#endLine();
    else if (digit === NONE) return before !== NONE || third !== NONE;
    else if (before !== NONE) return this.#readByte(before * 16 + digit);
    return true;
  }

  /** Whether a character is of the line's offset, or the one that ends it. */
  #readsOffset(digit: number): boolean {
    if (!this.#isInOffset || this.#style.isPlain) return false;
    if (digit === NONE) this.#isInOffset = false;
    else this.#offset = this.#offset * 16 + digit;
    return true;
  }

  #readByte(byte: number): boolean {
    this.#output.put(byte);
    const [, ...earlier] = this.#digits;
    this.#digits = [NONE, ...earlier];
    this.#offset += 1;
    this.#count += 1;
    return this.#style.isPlain || this.#count < this.#style.columns;
  }

  #endLine(): void {
    if (!this.#style.isPlain) this.#offset = 0;
    this.#isFront = true;
    this.#isInOffset = true;
    this.#count = 0;
  }
}
