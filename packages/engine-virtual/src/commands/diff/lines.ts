import type { Options } from "../options.ts";
import type { DiffKey } from "./diff-options.ts";

/** A file as lines, each byte one character. */
export interface Lines {
  /** Without their ends. */
  readonly lines: readonly string[];
  /** Whether the last line has no end. */
  readonly isOpen: boolean;
}

const PIECE = 65_536;

/** Cuts bytes at their line feeds, with a tick now and then. */
export function* linesOf(bytes: Uint8Array): Generator<undefined, Lines> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const lines: string[] = [];
  let at = 0;
  let ticked = 0;
  while (at < buffer.length) {
    const next = buffer.indexOf(10, at);
    const end = next === -1 ? buffer.length : next;
    lines.push(buffer.toString("latin1", at, end));
    at = end + 1;
    if (at - ticked > PIECE) {
      ticked = at;
      yield;
    }
  }
  return { lines, isOpen: buffer.length > 0 && buffer.at(-1) !== 10 };
}

/** As GNU's diff looks: a zero byte among the first ones. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 32_768).includes(0);
}

type Key = (line: string) => string;

/** What of a line counts, where something does not. */
function keyOf(options: Options<DiffKey>): Key | undefined {
  const steps: Key[] = [];
  if (options.has("stripReturn")) steps.push((line) => line.replace(/\r$/, ""));
  if (options.has("allSpace")) steps.push((line) => line.replace(/[\t\v\f\r ]+/g, ""));
  else if (options.has("spaceChange")) {
    steps.push((line) => line.replace(/[\t\v\f\r ]+/g, " ").replace(/ $/, ""));
  } else if (options.has("trailingSpace")) {
    steps.push((line) => line.trimEnd());
  } else if (options.has("tabExpansion")) {
    steps.push(expanded);
  }
  if (options.has("ignoreCase")) steps.push(lowered);
  if (steps.length === 0) return undefined;
  return (line) => steps.reduce((text, step) => step(text), line);
}

const TAB = 8;

/** With spaces in the place of tabs: each byte is a column. What moves back is none that GNU's counts alike. */
function expanded(line: string): string {
  if (!line.includes("\t") || /[\b\r]/.test(line)) return line;
  let column = 0;
  const cells = line.split("\t").map((cell, index, { length }) => {
    column += cell.length;
    if (index === length - 1) return cell;
    const width = TAB - (column % TAB);
    column += width;
    return cell + " ".repeat(width);
  });
  return cells.join("");
}

const lowered = (line: string): string => line.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());

/** Gives lines that count as equal the same number. */
export class LineNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #key: Key | undefined;
  readonly #spaceCounts: boolean;

  constructor(options: Options<DiffKey>) {
    this.#key = keyOf(options);
    this.#spaceCounts = !options.has("allSpace", "spaceChange", "trailingSpace");
  }

  *of({ isOpen, lines }: Lines): Generator<undefined, Int32Array> {
    const numbers = new Int32Array(lines.length);
    for (const [index, line] of lines.entries()) {
      const key = this.#key === undefined ? line : this.#key(line);
      // A line without its end is another line, unless space does not matter.
      const isOther = isOpen && index === lines.length - 1 && this.#spaceCounts;
      numbers[index] = this.#numberOf(isOther ? `${key}\n` : key);
      if (index % 4096 === 4095) yield;
    }
    return numbers;
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }
}
