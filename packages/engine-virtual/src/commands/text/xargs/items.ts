import { textOf } from "../../byte-string.ts";
import type { Input, Running } from "../../command.ts";
import { LineReader } from "../lines.ts";

/** One word of the input. */
export interface Item {
  readonly text: string;
  /** Whether a line ends behind it, of those that `-L` counts. */
  readonly endsLine: boolean;
}

export interface ItemOptions {
  /** What parts the items, if it is not blanks and lines. */
  readonly delimiter: string | undefined;
  /** Whether a line is one item. */
  readonly wholeLines: boolean;
  /** The item behind which nothing is read. */
  readonly last: string | undefined;
  /** Called once where there is a zero byte. */
  readonly onZero: () => void;
}

/** A quote without its end; what was read before it is used. */
export class UnmatchedQuote extends Error {
  override readonly name = "UnmatchedQuote";

  constructor(quote: string) {
    const kind = quote === "'" ? "single" : "double";
    const hint = "by default quotes are special to xargs unless you use the -0 option";
    super(`unmatched ${kind} quote; ${hint}`);
  }
}

/** Cuts lines into items: blanks part them, quotes and backslashes keep them together. */
class WordCutter {
  readonly #wholeLines: boolean;
  #word = "";
  #hasWord = false;
  #isContinued = false;
  /** Why it cannot go on behind the items that it gave. */
  failure: UnmatchedQuote | undefined;

  constructor(wholeLines: boolean) {
    this.#wholeLines = wholeLines;
  }

  line(line: string): readonly Item[] {
    const items: string[] = [];
    for (
      let at = this.#isContinued ? 0 : (/^[ \t]*/.exec(line)?.[0].length ?? 0);
      at < line.length;
    ) {
      at += this.#take(line, at, items);
    }
    if (this.#isContinued) {
      this.#isContinued = false;
      if (line.endsWith("\\")) return this.#marked(items, false);
    }
    this.#end(items);
    return this.#marked(items, !/[ \t]$/.test(line));
  }

  #marked(items: readonly string[], endsLine: boolean): readonly Item[] {
    return items.map((text, index) => ({
      text: textOf(text),
      endsLine: endsLine && index === items.length - 1,
    }));
  }

  #end(items: string[]): void {
    if (this.#hasWord) items.push(this.#word);
    this.#word = "";
    this.#hasWord = false;
  }

  /** Takes what stands at a place, and gives its length. */
  #take(line: string, at: number, items: string[]): number {
    const character = line.charAt(at);
    const isBlank = character === " " || character === "\t";
    if (isBlank && !this.#wholeLines) {
      this.#end(items);
      return 1;
    }
    this.#hasWord = true;
    if (character === "'" || character === '"') return this.#quoted(line, at);
    if (character !== "\\") {
      this.#word += character;
      return 1;
    }
    this.#isContinued = at + 1 >= line.length;
    this.#word += this.#isContinued ? "\n" : line.charAt(at + 1);
    return 2;
  }

  #quoted(line: string, at: number): number {
    const quote = line.charAt(at);
    const end = line.indexOf(quote, at + 1);
    if (end === -1) {
      this.#hasWord = false;
      this.failure = new UnmatchedQuote(quote);
      return line.length;
    }
    this.#word += line.slice(at + 1, end);
    return end - at + 1;
  }

  rest(): readonly Item[] {
    const items: string[] = [];
    this.#end(items);
    return this.#marked(items, true);
  }
}

/** The items of an input, in turn, each batch as soon as it has been read. */
export class Items {
  readonly #reader: LineReader;
  readonly #cutter: WordCutter | undefined;
  readonly #last: string | undefined;
  readonly #onZero: () => void;
  #hasZero = false;

  constructor(input: Input, { delimiter, wholeLines, last, onZero }: ItemOptions) {
    this.#reader = new LineReader(input, delimiter ?? "\n");
    this.#cutter = delimiter === undefined ? new WordCutter(wholeLines) : undefined;
    this.#last = last;
    this.#onZero = onZero;
  }

  /** Hands each item on; at a quote without its end, what was before it has been. */
  *each(work: (item: Item) => Running<boolean>): Running<void> {
    let isOpen = true;
    while (isOpen) {
      const lines = yield* this.#reader.next();
      if (lines === undefined) {
        yield* this.#hand(this.#cutter?.rest() ?? [], work);
        return;
      }
      isOpen = yield* this.#lines(lines, work);
      yield;
    }
  }

  *#lines(lines: readonly string[], work: (item: Item) => Running<boolean>): Running<boolean> {
    for (const line of lines) {
      const items = this.#cutter?.line(line) ?? [{ text: textOf(line), endsLine: true }];
      if (!(yield* this.#hand(items, work))) return false;
      if (this.#cutter?.failure !== undefined) throw this.#cutter.failure;
    }
    return true;
  }

  /** False where nothing more is to be read. */
  *#hand(items: readonly Item[], work: (item: Item) => Running<boolean>): Running<boolean> {
    for (const item of items) {
      this.#look(item);
      if (upToZero(item.text) === this.#last || !(yield* work(item))) return false;
    }
    return true;
  }

  #look({ text }: Item): void {
    if (this.#hasZero || !text.includes("\0")) return;
    this.#hasZero = true;
    this.#onZero();
  }
}

/** A zero byte ends the word of a command that it stands in. */
export function upToZero(text: string): string {
  const at = text.indexOf("\0");
  return at === -1 ? text : text.slice(0, at);
}
