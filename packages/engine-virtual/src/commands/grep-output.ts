import { endOfLine, linesBefore } from "./lines-around.ts";
import { LineCounter } from "./line-counter.ts";
import { Buffer } from "node:buffer";

import type { Output } from "./command.ts";
import type { SelectedLine } from "./grep-lines.ts";
import type { GrepCall, GrepPlan } from "./grep-options.ts";

/** What is written at once. */
const FULL = 32_768;

export interface Shown {
  readonly text: string;
  /** How the text becomes bytes again. */
  readonly encoding: "latin1" | "utf8";
  /** In front of every line; `undefined` for none. */
  readonly name: string | undefined;
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

  line(line: SelectedLine): void {
    this.#contextBefore(line.start);
    if (this.#plan.show === "matches") this.#matches(line);
    else this.#row(line.start, line.end, ":");
    this.#done = line.end + 1;
    this.#afterLeft = this.#plan.after;
    if (this.#waiting.length > FULL) this.#flush();
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
    if (this.#plan.separator !== undefined) this.#waiting += `${this.#plan.separator}\n`;
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
      this.#row(start, end, "-");
      start = end + 1;
    }
  }

  #matches({ start, end, match, find }: SelectedLine): void {
    let next: { readonly start: number; readonly end: number } | undefined = match;
    const mark = this.#mark(start, ":");
    while (next !== undefined && next.start < end) {
      if (next.end > next.start) {
        const offset = this.#options.has("offset") ? `${this.#bytesBefore(next.start)}:` : "";
        this.#waiting += `${mark}${offset}${this.#text(next.start, next.end)}${this.#plan.lineEnd}`;
      }
      const from: number = Math.max(next.end, next.start + 1);
      next = from < end ? find(from) : undefined;
    }
  }

  #row(start: number, end: number, separator: string): void {
    const offset = this.#options.has("offset") ? `${this.#bytesBefore(start)}${separator}` : "";
    const mark = this.#mark(start, separator) + offset;
    this.#waiting += `${mark}${this.#text(start, end)}${this.#plan.lineEnd}`;
  }

  /** File name and line number. */
  #mark(start: number, separator: string): string {
    const { name } = this.#shown;
    let mark = "";
    if (name !== undefined) mark += `${name}${this.#options.has("nullName") ? "\0" : separator}`;
    if (this.#options.has("number")) mark += `${this.#numbers.at(start)}${separator}`;
    return mark;
  }

  #bytesBefore(place: number): number {
    return Buffer.byteLength(this.#shown.text.slice(0, place), this.#shown.encoding);
  }

  #text(start: number, end: number): string {
    const part = this.#shown.text.slice(start, end);
    return this.#plan.lineEnd === "\0" ? part.replaceAll("\0", "\n") : part;
  }

  #flush(): void {
    if (this.#waiting !== "") this.#stdout.write(Buffer.from(this.#waiting, this.#shown.encoding));
    this.#waiting = "";
  }
}
