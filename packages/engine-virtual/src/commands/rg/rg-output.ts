import { endOfLine, linesBefore } from "../lines-around.ts";
import { LineCounter } from "../line-counter.ts";
import type { Output } from "../command.ts";
import type { SelectedLine } from "../grep-lines.ts";
import { Replacement } from "./replacement.ts";
import type { RgPlan } from "./rg-plan.ts";

const FULL = 32_768;

export interface RgShown {
  readonly text: string;
  readonly encoding: "latin1" | "utf8";
  readonly name: string | undefined;
  /** Whether something was shown before of another file. */
  readonly follows: boolean;
}

/** Writes the selected lines of one file, with those around. */
export class RgOutput {
  readonly #plan: RgPlan;
  readonly #stdout: Output;
  readonly #shown: RgShown;
  readonly #replacement: Replacement | undefined;
  readonly #isNumbered: boolean;
  readonly #numbers: LineCounter;
  #waiting = "";
  #done = 0;
  #afterLeft = 0;
  hasShown = false;

  constructor(plan: RgPlan, stdout: Output, shown: RgShown) {
    const { options } = plan;
    this.#plan = plan;
    this.#stdout = stdout;
    this.#shown = shown;
    this.#numbers = new LineCounter(shown.text);
    const text = plan.replacement;
    const [pattern = ""] = plan.patterns;
    this.#replacement = text === undefined ? undefined : new Replacement(text, pattern);
    const asked = options.last("lineNumber", "noLineNumber", "column", "vimgrep");
    this.#isNumbered = asked !== undefined && asked !== "noLineNumber";
  }

  line(line: SelectedLine): void {
    this.#contextBefore(line.start);
    this.#heading();
    const { options } = this.#plan;
    if (options.has("vimgrep")) {
      this.#eachMatch(line, (match) => this.#row(line, ":", { ...line, match }));
    } else if (options.has("onlyMatching") && !this.#plan.invert)
      this.#eachMatch(line, (match) => this.#match(line, match));
    else this.#row(line, ":", line);
    this.#done = line.end + 1;
    this.#afterLeft = this.#plan.after;
    if (this.#waiting.length > FULL) this.#flush();
  }

  end(): void {
    this.#contextAfter(this.#shown.text.length);
    this.#flush();
  }

  #heading(): void {
    if (!this.hasShown && this.#isHeaded) {
      const between = this.#shown.follows ? "\n" : "";
      this.#waiting += `${between}${this.#shown.name ?? ""}\n`;
    }
    this.hasShown = true;
  }

  get #isHeaded(): boolean {
    const { options } = this.#plan;
    return (
      this.#shown.name !== undefined &&
      options.last("heading", "noHeading", "vimgrep") === "heading"
    );
  }

  #contextBefore(start: number): void {
    if (!this.#plan.hasContext) return;
    this.#contextAfter(start);
    const { follows } = this.#shown;
    const around = { count: this.#plan.before, done: this.#done };
    const from = linesBefore(this.#shown.text, start, around);
    const isFirst = !this.hasShown;
    const isApart = isFirst ? follows && !this.#isHeaded : from > this.#done;
    if (isApart) this.#waiting += "--\n";
    this.#heading();
    this.#rows(from, start);
  }

  #contextAfter(until: number): void {
    const { text } = this.#shown;
    while (this.#afterLeft > 0 && this.#done < until && this.#done < text.length) {
      const end = endOfLine(text, this.#done);
      this.#rows(this.#done, end + 1);
      this.#done = end + 1;
      this.#afterLeft -= 1;
    }
  }

  #rows(from: number, to: number): void {
    const { text } = this.#shown;
    let start = from;
    while (start < to && start < text.length) {
      const end = endOfLine(text, start);
      this.#row({ start, end }, "-", undefined);
      start = end + 1;
    }
  }

  #eachMatch(
    { end, find, match }: SelectedLine,
    work: (match: SelectedLine["match"]) => void,
  ): void {
    let next: SelectedLine["match"] | undefined = match;
    while (next !== undefined && next.start < end) {
      if (next.end > next.start) work(next);
      const from: number = Math.max(next.end, next.start + 1);
      next = from < end ? find(from) : undefined;
    }
  }

  #match(line: SelectedLine, match: SelectedLine["match"]): void {
    const { text } = this.#shown;
    const shown = this.#replacement?.of(match.groups ?? []) ?? text.slice(match.start, match.end);
    this.#waiting += `${this.#mark(line.start, ":", match.start)}${shown}\n`;
  }

  #row(
    { end, start }: { readonly start: number; readonly end: number },
    separator: string,
    line: SelectedLine | undefined,
  ): void {
    const whole = line === undefined ? this.#shown.text.slice(start, end) : this.#replaced(line);
    const text = this.#plan.options.has("trim") ? whole.trimStart() : whole;
    this.#waiting += `${this.#mark(start, separator, line?.match.start)}${text}\n`;
  }

  #replaced(line: SelectedLine): string {
    const { text } = this.#shown;
    const replacement = this.#replacement;
    if (replacement === undefined || this.#plan.invert) return text.slice(line.start, line.end);
    let made = "";
    let at = line.start;
    this.#eachMatch(line, (match) => {
      made += text.slice(at, match.start) + replacement.of(match.groups ?? []);
      at = match.end;
    });
    return made + text.slice(at, line.end);
  }

  #mark(start: number, separator: string, place: number | undefined): string {
    const { options } = this.#plan;
    const { name } = this.#shown;
    let mark = "";
    if (name !== undefined && !this.#isHeaded)
      mark += `${name}${options.has("null") ? "\0" : separator}`;
    if (this.#isNumbered) mark += `${this.#numbers.at(start)}${separator}`;
    if (options.has("column", "vimgrep") && place !== undefined && !this.#plan.invert) {
      mark += `${this.#bytes(start, place) + 1}${separator}`;
    }
    return mark;
  }

  #bytes(from: number, to: number): number {
    return Buffer.byteLength(this.#shown.text.slice(from, to), this.#shown.encoding);
  }

  #flush(): void {
    if (this.#waiting !== "") this.#stdout.write(Buffer.from(this.#waiting, this.#shown.encoding));
    this.#waiting = "";
  }
}
