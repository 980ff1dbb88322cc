import { isUtf8 } from "node:buffer";

import type { Output } from "../command.ts";
import type { SelectedLine } from "../grep-lines.ts";
import { LineCounter } from "../line-counter.ts";
import { endOfLine, linesBefore } from "../lines-around.ts";
import type { RgPlan } from "./rg-plan.ts";

/** What is counted of one file that matched, or of all of them. */
export interface JsonCounts {
  bytes_searched: number;
  bytes_printed: number;
  matched_lines: number;
  matches: number;
}

export interface JsonShown {
  readonly text: string;
  readonly encoding: "latin1" | "utf8";
  readonly name: string;
  readonly summary: JsonSummary;
}

/** Nothing here takes a time that could be told. */
const ELAPSED = { secs: 0, nanos: 0, human: "0.000000s" };

/** What is no UTF-8 is told in base64. */
function told(text: string, encoding: JsonShown["encoding"]): unknown {
  const bytes = Buffer.from(text, encoding);
  return isUtf8(bytes) ? { text: bytes.toString() } : { bytes: bytes.toString("base64") };
}

const nothing = (): JsonCounts => ({
  ...{ bytes_searched: 0, bytes_printed: 0, matched_lines: 0, matches: 0 },
});

/** The counts of all files that matched, for the last line. */
export class JsonSummary {
  readonly #counts = nothing();
  #searches = 0;

  add(counts: JsonCounts): void {
    this.#searches += 1;
    this.#counts.bytes_searched += counts.bytes_searched;
    this.#counts.bytes_printed += counts.bytes_printed;
    this.#counts.matched_lines += counts.matched_lines;
    this.#counts.matches += counts.matches;
  }

  /** Its members are in the order of their names, as everywhere in this line. */
  line(): string {
    const { human, nanos, secs } = ELAPSED;
    const elapsed = { human, nanos, secs };
    const { bytes_printed, bytes_searched, matched_lines, matches } = this.#counts;
    const searches = { searches: this.#searches, searches_with_match: this.#searches };
    const stats = { bytes_printed, bytes_searched, elapsed, matched_lines, matches, ...searches };
    return `${JSON.stringify({ data: { elapsed_total: elapsed, stats }, type: "summary" })}\n`;
  }
}

/** Writes what is found in one file as messages of JSON, one to a line. */
export class JsonOutput {
  readonly #plan: RgPlan;
  readonly #stdout: Output;
  readonly #shown: JsonShown;
  readonly #numbers: LineCounter;
  readonly #counts = nothing();
  /** Up to where lines have been told, and how many bytes that is. */
  #done = 0;
  #afterLeft = 0;
  #counted = { at: 0, bytes: 0 };
  hasShown = false;

  constructor(plan: RgPlan, stdout: Output, shown: JsonShown) {
    this.#plan = plan;
    this.#stdout = stdout;
    this.#shown = shown;
    this.#numbers = new LineCounter(shown.text);
  }

  line(line: SelectedLine): Iterable<undefined> {
    if (!this.hasShown) this.#tell("begin", {});
    this.hasShown = true;
    this.#contextAfter(line.start);
    const around = { count: this.#plan.before, done: this.#done };
    if (this.#plan.hasContext)
      this.#contextOf(linesBefore(this.#shown.text, line.start, around), line.start);
    const submatches = this.#plan.invert ? [] : this.#submatches(line);
    this.#counts.matched_lines += 1;
    this.#counts.matches += submatches.length;
    this.#row("match", line, submatches);
    this.#done = line.end + 1;
    this.#afterLeft = this.#plan.after;
    return [];
  }

  end(): void {
    this.#contextAfter(this.#shown.text.length);
    if (!this.hasShown) return;
    const { encoding, text } = this.#shown;
    this.#counts.bytes_searched = Buffer.byteLength(text, encoding);
    this.#shown.summary.add(this.#counts);
    const searches = { searches: 1, searches_with_match: 1 };
    const { bytes_printed, bytes_searched, matched_lines, matches } = this.#counts;
    const counts = { bytes_searched, bytes_printed, matched_lines, matches };
    this.#tell("end", { binary_offset: null, stats: { elapsed: ELAPSED, ...searches, ...counts } });
  }

  #tell(type: string, data: Readonly<Record<string, unknown>>): void {
    const path = told(this.#shown.name, "utf8");
    const line = Buffer.from(`${JSON.stringify({ type, data: { path, ...data } })}\n`);
    this.#counts.bytes_printed += line.length;
    this.#stdout.write(line);
  }

  #row(
    type: "context" | "match",
    { start, end }: Pick<SelectedLine, "end" | "start">,
    submatches: readonly unknown[],
  ): void {
    const { encoding, text } = this.#shown;
    this.#tell(type, {
      lines: told(text.slice(start, end + 1), encoding),
      line_number:
        this.#plan.options.last("lineNumber", "noLineNumber") === "noLineNumber"
          ? null
          : this.#numbers.at(start),
      absolute_offset: this.#offsetOf(start),
      submatches,
    });
  }

  #submatches({ end, find, match, start }: SelectedLine): readonly unknown[] {
    const { encoding, text } = this.#shown;
    const bytes = (from: number, to: number): number =>
      Buffer.byteLength(text.slice(from, to), encoding);
    const found: unknown[] = [];
    let next: SelectedLine["match"] | undefined = match;
    while (next !== undefined && next.start <= end) {
      const from = bytes(start, next.start);
      const shown = text.slice(next.start, next.end);
      found.push({
        match: told(shown, encoding),
        start: from,
        end: from + bytes(next.start, next.end),
      });
      const behind: number = Math.max(next.end, next.start + 1);
      next = behind < end ? find(behind) : undefined;
    }
    return found;
  }

  /** Bytes in front of a place, each counted once. */
  #offsetOf(place: number): number {
    const { at, bytes } = this.#counted;
    const { encoding, text } = this.#shown;
    this.#counted = {
      at: place,
      bytes: bytes + Buffer.byteLength(text.slice(at, place), encoding),
    };
    return this.#counted.bytes;
  }

  #contextAfter(until: number): void {
    const { text } = this.#shown;
    while (this.#afterLeft > 0 && this.#done < until && this.#done < text.length) {
      const end = endOfLine(text, this.#done);
      this.#contextOf(this.#done, end + 1);
      this.#afterLeft -= 1;
    }
  }

  #contextOf(from: number, to: number): void {
    const { text } = this.#shown;
    for (let start = from; start < to && start < text.length;) {
      const end = endOfLine(text, start);
      this.#row("context", { start, end }, []);
      start = end + 1;
      this.#done = start;
    }
  }
}
