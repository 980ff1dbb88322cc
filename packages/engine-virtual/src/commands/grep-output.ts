import { endOfLine, linesBefore } from "./lines-around.ts";
import { LineCounter } from "./line-counter.ts";
import { Buffer, isAscii } from "node:buffer";

import type { Output, Running } from "./command.ts";
import { encoded, type GrepEncoding } from "./grep-content.ts";
import { matchesIn, selectedLines, type SelectedLine } from "./grep-lines.ts";
import type { GrepCall, GrepPlan } from "./grep-options.ts";

/** A byte that is no character. */
const NO_CHARACTER = /[\udc80-\udcff]/u;

/** What is written at once. */
const FULL = 32_768;

export interface Shown {
  readonly text: string;
  /** How the text becomes bytes again. */
  readonly encoding: GrepEncoding;
  /** In front of every line; `undefined` for none. */
  readonly name: string | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Row {
  readonly separator: string;
  /** What is shown of it, where that is not as it is. */
  readonly text: string | undefined;
}

/** Writes the selected lines of one file, with their context. */
export class GrepOutput {
  readonly #plan: GrepPlan;
  readonly #options: GrepCall["options"];
  readonly #stdout: Output;
  readonly #shown: Shown;
  readonly #hasContext: boolean;
  readonly #numbers: LineCounter;
  #waiting = "";
  /** Up to where the text has been shown. */
  #done = 0;
  #anything: boolean;
  #afterLeft = 0;
  /** Whether something was not shown since it is no text. */
  hasHidden = false;

  constructor(call: GrepCall, plan: GrepPlan, shown: Shown & { readonly follows: boolean }) {
    this.#plan = plan;
    this.#options = call.options;
    this.#stdout = call.invocation.stdout;
    this.#shown = shown;
    this.#numbers = new LineCounter(shown.text);
    this.#hasContext = plan.hasContext;
    this.#anything = shown.follows;
  }

  get hasShown(): boolean {
    return this.#anything;
  }

  /** Shows a line; what is left of that is to be run, as of one that has a million matches. */
  line(line: SelectedLine): Running<void> | undefined {
    this.#contextBefore(line.start);
    const showsMatches = this.#plan.show === "matches";
    if (!showsMatches)
      this.#row(line.start, line.end, { separator: ":", text: this.#painted(line) });
    this.#done = line.end + 1;
    this.#afterLeft = this.#plan.after;
    if (this.#waiting.length > FULL) this.#flush();
    return showsMatches ? this.#matches(line) : undefined;
  }

  end(): void {
    this.#contextAfter(this.#shown.text.length);
    this.#flush();
  }

  /** What still belongs to the line before, and what already belongs to the next one. */
  #contextBefore(start: number): void {
    if (!this.#hasContext) return;
    this.#contextAfter(start);
    const around = { count: this.#plan.before, done: this.#done };
    const from = linesBefore(this.#shown.text, start, around);
    if (this.#anything && (from > this.#done || this.#done === 0)) this.#separate();
    this.#rows(from, start);
    this.#anything = true;
  }

  #separate(): void {
    if (this.#plan.separator !== undefined)
      this.#waiting += `${this.#plan.colors.paint("se", this.#plan.separator)}\n`;
  }

  #contextAfter(until: number): void {
    const { text } = this.#shown;
    while (this.#afterLeft > 0 && this.#done < until) {
      const end = endOfLine(text, this.#done);
      this.#rows(this.#done, end + 1);
      this.#done = end + 1;
      this.#afterLeft -= 1;
    }
  }

  /** Lines around, of which `-o` shows nothing. */
  #rows(from: number, to: number): void {
    if (this.#plan.show === "matches") return;
    const { text } = this.#shown;
    let start = from;
    while (start < to && start < text.length) {
      const end = endOfLine(text, start);
      this.#row(start, end, { separator: "-", text: this.#around(start, end) });
      start = end + 1;
    }
  }

  *#matches(line: SelectedLine): Running<void> {
    const { colors, lineEnd } = this.#plan;
    const mark = this.#mark(line.start, ":");
    for (const { end, start } of matchesIn(line)) {
      if (this.#hides(start, end)) return;
      const text = colors.paint("ms", this.#text(start, end));
      this.#waiting += `${mark}${this.#offset(start, ":")}${text}${lineEnd}`;
      if (this.#waiting.length <= FULL) continue;
      this.#flush();
      yield;
    }
  }

  #row(start: number, end: number, { separator, text }: Row): void {
    if (this.#hides(start, end)) return;
    const mark = this.#mark(start, separator) + this.#offset(start, separator);
    this.#waiting += `${mark}${text ?? this.#text(start, end)}${this.#plan.lineEnd}`;
  }

  #hides(start: number, end: number): boolean {
    const { encoding, text } = this.#shown;
    if (encoding !== "mixed" || this.#plan.binary !== "binary") return false;
    const isHidden = NO_CHARACTER.test(text.slice(start, end));
    this.hasHidden ||= isHidden;
    return isHidden;
  }

  /** A selected line with what matches in it, where that is shown. */
  #painted(line: SelectedLine): string | undefined {
    const { colors, invert } = this.#plan;
    return colors.isOn && !invert ? this.#withMatches(line, matchesIn(line), "ms") : undefined;
  }

  /** Where lines without a match are selected, those around them have one. */
  #around(start: number, end: number): string | undefined {
    const { colors, invert, search } = this.#plan;
    if (!colors.isOn || !invert) return undefined;
    const text = this.#shown.text.slice(start, end);
    const found: Span[] = [];
    const isPlain = this.#shown.encoding === "bytes" || isAscii(Buffer.from(text));
    for (const line of selectedLines(text, isPlain, { search, invert: false })) {
      for (const span of line === undefined ? [] : matchesIn(line))
        found.push({ start: span.start + start, end: span.end + start });
    }
    return this.#withMatches({ start, end }, found, "mc");
  }

  #withMatches({ end, start }: Span, matches: Iterable<Span>, kind: "ms" | "mc"): string {
    let text = "";
    let at = start;
    for (const match of matches) {
      const found = this.#plan.colors.paint(kind, this.#text(match.start, match.end));
      text += this.#text(at, match.start) + found;
      at = match.end;
    }
    return text + this.#text(at, end);
  }

  #offset(place: number, separator: string): string {
    if (!this.#options.has("offset")) return "";
    const { colors } = this.#plan;
    const offset = String(this.#bytesBefore(place));
    return colors.paint("bn", offset) + colors.paint("se", separator);
  }

  /** File name and line number. */
  #mark(start: number, separator: string): string {
    const { name } = this.#shown;
    const { colors } = this.#plan;
    const behind = colors.paint("se", separator);
    let mark = "";
    if (name !== undefined) {
      mark += colors.paint("fn", name) + (this.#options.has("nullName") ? "\0" : behind);
    }
    if (this.#options.has("number"))
      mark += colors.paint("ln", String(this.#numbers.at(start))) + behind;
    return mark;
  }

  #bytesBefore(place: number): number {
    const { encoding, text } = this.#shown;
    return encoding === "bytes" ? place : encoded(text.slice(0, place), encoding).length;
  }

  #text(start: number, end: number): string {
    const part = this.#shown.text.slice(start, end);
    return this.#plan.lineEnd === "\0" ? part.replaceAll("\0", "\n") : part;
  }

  #flush(): void {
    if (this.#waiting !== "") this.#stdout.write(encoded(this.#waiting, this.#shown.encoding));
    this.#waiting = "";
  }
}
