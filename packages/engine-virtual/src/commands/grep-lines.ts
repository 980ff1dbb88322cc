import type { Find, Segment, Span } from "../regex/line-search.ts";
import type { GrepPlan } from "./grep-options.ts";

/** A selected line in its text, without its end, with the way to find what matches in it. */
export interface SelectedLine {
  readonly start: number;
  readonly end: number;
  /** What was found first in it, in the text; the line itself where it was selected for having nothing. */
  readonly match: Span;
  /** Finds the next match, by places in the text. */
  readonly find: Find;
}

/** All that is found in a line, but for what is empty. */
export function* matchesIn({ end, find, match }: SelectedLine): Iterable<SelectedLine["match"]> {
  let next: SelectedLine["match"] | undefined = match;
  while (next !== undefined && next.start < end) {
    if (next.end > next.start) yield next;
    const from: number = Math.max(next.end, next.start + 1);
    next = from < end ? find(from) : undefined;
  }
}

/** Lines from `from` to `to` in which nothing is to be found. */
function* linesBetween(text: string, from: number, to: number): Iterable<SelectedLine> {
  let start = from;
  while (start < to) {
    const next = text.indexOf("\n", start);
    const end = next === -1 ? text.length : next;
    yield { start, end, match: { start, end: start }, find: () => undefined };
    start = end + 1;
  }
}

interface Walked {
  readonly text: string;
  readonly segment: Segment;
  /** Where the segment begins in the text. */
  readonly offset: number;
  readonly invert: boolean;
}

function* linesIn({ text, segment, offset, invert }: Walked): Iterable<SelectedLine> {
  const { find, text: part } = segment;
  const inText = moved(find, offset);
  const last = offset + part.length;
  let at = offset;
  while (at < last) {
    const match = inText(at);
    // Behind the last line's end there is no line, though an expression may match there.
    const isBehind = match?.start === last && part.endsWith("\n");
    if (match === undefined || isBehind) break;
    const start = match.start === 0 ? 0 : text.lastIndexOf("\n", match.start - 1) + 1;
    const next = text.indexOf("\n", match.end);
    const end = next === -1 ? text.length : next;
    if (invert) yield* linesBetween(text, at, start);
    else yield { start, end, match, find: inText };
    at = end + 1;
  }
  if (invert) yield* linesBetween(text, at, last);
}

function moved(find: Find, offset: number): Find {
  if (offset === 0) return find;
  return (from) => {
    const found = find(from - offset);
    return found && new MovedSpan(found, offset);
  };
}

class MovedSpan implements Span {
  readonly start: number;
  readonly end: number;
  readonly #span: Span;

  constructor(span: Span, offset: number) {
    this.start = span.start + offset;
    this.end = span.end + offset;
    this.#span = span;
  }

  get groups(): readonly (string | undefined)[] {
    return this.#span.groups ?? [];
  }
}

/** The lines that are selected, in order; `undefined` now and then, for a tick. */
export function* selectedLines(
  text: string,
  isAscii: boolean,
  { search, invert }: Pick<GrepPlan, "invert" | "search">,
): Iterable<SelectedLine | undefined> {
  let offset = 0;
  let count = 0;
  for (const segment of search.segments(text, isAscii)) {
    for (const line of linesIn({ text, segment, offset, invert })) {
      yield line;
      count += 1;
      if (count % 1_000 === 0) yield undefined;
    }
    offset += segment.text.length;
    yield undefined;
  }
}
