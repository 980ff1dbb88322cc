import { CommandError } from "../../options.ts";

/** A part of the script: one `-e`, or the content of one `-f`. */
export interface ScriptPart {
  readonly text: string;
  readonly file: string | undefined;
}

/** Reads a script from left to right; its parts are lines of one text. */
export class ScriptReader {
  readonly #text: string;
  readonly #parts: readonly ScriptPart[];
  at = 0;

  constructor(parts: readonly ScriptPart[]) {
    this.#parts = parts;
    this.#text = parts.map(({ text }) => text).join("\n");
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  /** The next character; empty at the end. */
  peek(ahead = 0): string {
    return this.#text.charAt(this.at + ahead);
  }

  next(): string {
    const code = this.#text.codePointAt(this.at);
    if (code === undefined) return "";
    const character = String.fromCodePoint(code);
    this.at += character.length;
    return character;
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.at);
  }

  /** All that `characters` lets pass. */
  takeWhile(characters: RegExp): string {
    const start = this.at;
    while (!this.isAtEnd && characters.test(this.peek())) this.at += 1;
    return this.#text.slice(start, this.at);
  }

  takeOne(characters: RegExp): void {
    if (characters.test(this.peek())) this.at += 1;
  }

  skipBlanks(): void {
    this.takeWhile(/[ \t\r\v\f]/);
  }

  number(): number | undefined {
    const digits = this.takeWhile(/\d/);
    return digits === "" ? undefined : Number(digits);
  }

  /** To the end of the line, which is taken as well. */
  restOfLine(): string {
    const text = this.takeWhile(/[^\n]/);
    this.at += 1;
    return text;
  }

  /** Why the script is refused, with the place where that stands. */
  failure(words: string): CommandError {
    return new CommandError(`${this.#place()}: ${words}`);
  }

  failureAtStart(words: string): CommandError {
    return new CommandError(`-e expression #1, char 0: ${words}`);
  }

  #place(): string {
    let start = 0;
    let expression = 0;
    for (const { text, file } of this.#parts) {
      const offset = Math.min(this.at, this.#text.length) - start;
      if (file === undefined) expression += 1;
      if (offset <= text.length) {
        if (file === undefined) return `-e expression #${expression}, char ${offset}`;
        const before = text.slice(0, offset).replace(/\n$/, "");
        return `file ${file} line ${before.split("\n").length}`;
      }
      start += text.length + 1;
    }
    return "-e expression #1, char 0";
  }
}
