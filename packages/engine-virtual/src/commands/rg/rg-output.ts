import { endOfLine, linesBefore } from "../lines-around.ts";
import { LineCounter } from "../line-counter.ts";
import type { Output } from "../command.ts";
import { matchesIn, type SelectedLine } from "../grep-lines.ts";
import { shortened } from "./long-rows.ts";
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

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  0: "\0",
  "\\": "\\",
};

/** A separator of the command line may have escapes. */
const escaped = (text: string): string =>
  text.replace(/\\(?:x([\da-fA-F]{2})|([nrt0\\]))/g, (_, code?: string, letter?: string) =>
    code === undefined
      ? (ESCAPES[letter ?? ""] ?? "")
      : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Without the blanks in front. */
function trimmedPieces(pieces: readonly string[]): readonly string[] {
  let isFront = true;
  return pieces.map((piece) => {
    const text = isFront ? piece.trimStart() : piece;
    isFront &&= text === "";
    return text;
  });
}

/** A text that is looked for as it is has no groups; the match is all there is. */
const groupsOf = (
  { end, groups, start }: SelectedLine["match"],
  text: string,
): readonly (string | undefined)[] =>
  groups === undefined || groups.length === 0 ? [text.slice(start, end)] : groups;

/** Where matches begin: every other piece is one. */
function placesOf(pieces: readonly string[]): readonly number[] {
  const places: number[] = [];
  let at = 0;
  for (const [index, { length }] of pieces.entries()) {
    if (index % 2 === 1) places.push(at);
    at += length;
  }
  return places;
}

function cut(pieces: readonly string[], length: number): readonly string[] {
  let left = length;
  return pieces.map((piece) => {
    const part = piece.slice(0, left);
    left -= part.length;
    return part;
  });
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
    if (options.has("passthru")) this.#afterLeft = Infinity;
    this.#stdout = stdout;
    this.#shown = shown;
    this.#numbers = new LineCounter(shown.text);
    const text = plan.replacement;
    const [pattern = ""] = plan.patterns;
    this.#replacement = text === undefined ? undefined : new Replacement(text, pattern);
    const asked = options.last("lineNumber", "noLineNumber", "column", "vimgrep", "pretty");
    this.#isNumbered = asked !== undefined && asked !== "noLineNumber";
  }

  /** Shows a line; what is left of that is to be run, as of one that has a million matches. */
  line(line: SelectedLine): Iterable<undefined> {
    this.#contextBefore(line.start);
    this.#heading();
    this.#done = line.end + 1;
    this.#afterLeft = this.#plan.after;
    const { options } = this.#plan;
    const showsMatches = options.has("onlyMatching") && !this.#plan.invert;
    if (options.has("vimgrep") || showsMatches) return this.#matches(line);
    this.#row(line, ":", line);
    if (this.#waiting.length > FULL) this.#flush();
    return [];
  }

  *#matches(line: SelectedLine): Iterable<undefined> {
    const isWhole = this.#plan.options.has("vimgrep");
    for (const match of matchesIn(line)) {
      if (isWhole) this.#row(line, ":", { ...line, match });
      else this.#match(line, match);
      if (this.#waiting.length <= FULL) continue;
      this.#flush();
      yield undefined;
    }
  }

  end(): void {
    this.#contextAfter(this.#shown.text.length);
    this.#flush();
  }

  #heading(): void {
    if (!this.hasShown && this.#isHeaded) {
      const between = this.#shown.follows ? "\n" : "";
      const name = this.#plan.colors.paint("path", this.#shown.name ?? "");
      this.#waiting += `${between}${name}\n`;
    }
    this.hasShown = true;
  }

  get #isHeaded(): boolean {
    const { options } = this.#plan;
    return (
      this.#shown.name !== undefined &&
      ["heading", "pretty"].includes(
        options.last("heading", "noHeading", "vimgrep", "pretty") ?? "",
      )
    );
  }

  #contextBefore(start: number): void {
    if (!this.#plan.hasContext) return;
    this.#contextAfter(start);
    const { follows } = this.#shown;
    const around = { count: this.#plan.before, done: this.#done };
    const from = linesBefore(this.#shown.text, start, around);
    const isFirst = !this.hasShown;
    const hasParts = !this.#plan.options.has("passthru");
    const isApart = isFirst ? follows && !this.#isHeaded : from > this.#done;
    if (isApart && hasParts) this.#waiting += this.#betweenParts;
    this.#heading();
    this.#rows(from, start);
  }

  get #betweenParts(): string {
    const { options } = this.#plan;
    const asked = options.last("contextSeparator", "noContextSeparator");
    if (asked === "noContextSeparator") return "";
    return `${escaped(options.value("contextSeparator") ?? "--")}\n`;
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
      this.#heading();
      this.#row({ start, end }, "-", undefined);
      start = end + 1;
    }
  }

  #match(line: SelectedLine, match: SelectedLine["match"]): void {
    const { text } = this.#shown;
    const found =
      this.#replacement?.of(groupsOf(match, text)) ?? text.slice(match.start, match.end);
    const shown = this.#plan.colors.paint("match", found);
    this.#waiting += `${this.#mark(line.start, ":", match.start)}${shown}\n`;
  }

  #row(
    { end, start }: { readonly start: number; readonly end: number },
    separator: ":" | "-",
    line: SelectedLine | undefined,
  ): void {
    const { colors, invert, options } = this.#plan;
    const hasMatches = line !== undefined && !invert;
    const pieces = hasMatches ? this.#pieces(line) : [this.#shown.text.slice(start, end)];
    const trimmed = options.has("trim") ? trimmedPieces(pieces) : pieces;
    const matches = line === undefined ? undefined : placesOf(trimmed);
    const text = trimmed.join("");
    const short = shortened(this.#plan, { encoding: this.#shown.encoding, matches, text });
    const shown = short === undefined ? trimmed : cut(trimmed, short.length);
    const painted = shown.map((piece, at) => (at % 2 === 1 ? colors.paint("match", piece) : piece));
    const place = line?.match.start;
    this.#waiting += `${this.#mark(start, separator, place)}${painted.join("")}${short?.note ?? ""}\n`;
  }

  /** What is between the matches of a line, and the matches, by turns. */
  #pieces(line: SelectedLine): readonly string[] {
    const { text } = this.#shown;
    const pieces: string[] = [];
    let at = line.start;
    const { colors, mostColumns } = this.#plan;
    if (this.#replacement === undefined && !colors.isOn && mostColumns === 0) {
      return [text.slice(line.start, line.end)];
    }
    // A row for each match shows that one.
    const isEach = this.#replacement === undefined && this.#plan.options.has("vimgrep");
    const shown = isEach ? { ...line, find: () => undefined } : line;
    for (const match of matchesIn(shown)) {
      const found =
        this.#replacement?.of(groupsOf(match, text)) ?? text.slice(match.start, match.end);
      pieces.push(text.slice(at, match.start), found);
      at = match.end;
    }
    return [...pieces, text.slice(at, line.end)];
  }

  #mark(start: number, usual: ":" | "-", place: number | undefined): string {
    const { colors, invert, options } = this.#plan;
    const { name } = this.#shown;
    const own = usual === ":" ? "fieldMatchSeparator" : "fieldContextSeparator";
    const separator = escaped(options.value(own) ?? usual);
    let mark = "";
    if (name !== undefined && !this.#isHeaded)
      mark += colors.paint("path", name) + (options.has("null") ? "\0" : separator);
    if (this.#isNumbered) mark += colors.paint("line", String(this.#numbers.at(start))) + separator;
    const places = this.#places(start, invert ? undefined : place);
    return mark + places.map((one) => colors.paint("place", String(one)) + separator).join("");
  }

  /** The column of a match, and where in the file it is. */
  #places(start: number, match: number | undefined): readonly number[] {
    const { options } = this.#plan;
    const hasColumn = options.has("column", "vimgrep") && match !== undefined;
    const column = hasColumn ? [this.#bytes(start, match) + 1] : [];
    if (!options.has("byteOffset")) return column;
    const isEach = options.has("vimgrep", "onlyMatching");
    return [...column, this.#bytes(0, isEach ? (match ?? start) : start)];
  }

  #bytes(from: number, to: number): number {
    return Buffer.byteLength(this.#shown.text.slice(from, to), this.#shown.encoding);
  }

  #flush(): void {
    if (this.#waiting !== "") this.#stdout.write(Buffer.from(this.#waiting, this.#shown.encoding));
    this.#waiting = "";
  }
}
