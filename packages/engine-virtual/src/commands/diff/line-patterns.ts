import { parseBasic } from "../../regex/parse-posix.ts";
import { ExpressionError } from "../../regex/syntax.ts";
import { TextSearch } from "../../regex/text-search.ts";
import { textOf } from "../byte-string.ts";
import type { Running } from "../command.ts";
import { CommandError } from "../options.ts";
import type { Change } from "./find-changes.ts";
import type { Lines } from "./lines.ts";

type Matches = (line: string) => boolean;

/** Lines between two ticks. */
const LINES = 500;

/** Whether any of several expressions is in a line of bytes. */
export function matcherOf(expressions: readonly string[]): Matches {
  const searches = expressions.map((text) => {
    try {
      return new TextSearch(parseBasic(text));
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw new CommandError(`${text}: ${error.message}`);
    }
  });
  return (line) => {
    const text = textOf(line);
    return searches.some((search) => search.test(text));
  };
}

/** The changes in which every line on both sides is one that does not matter. */
export function* changesOfOnly(
  matches: Matches,
  changes: readonly Change[],
  [old, now]: readonly [Lines, Lines],
): Running<ReadonlySet<Change>> {
  const found = new Set<Change>();
  let steps = 0;
  for (const change of changes) {
    const lines = [
      { of: old.lines, from: change.from, to: change.to },
      { of: now.lines, from: change.newFrom, to: change.newTo },
    ];
    let isOnly = true;
    for (const { of, from, to } of lines) {
      for (let at = from; isOnly && at < to; at += 1) {
        isOnly = matches(of[at] ?? "");
        if ((steps += 1) % LINES === 0) yield;
      }
    }
    if (isOnly) found.add(change);
  }
  return found;
}

/** The last line in front of a place that is as a function begins, as a heading of what stands there. */
export function* headingsOf(matches: Matches, { lines }: Lines): Running<(line: number) => string> {
  const places: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (matches(line)) places.push(at);
    if (at % LINES === 0) yield;
  }
  let next = 0;
  // Hunks come in their order.
  return (line) => {
    while ((places[next] ?? line) < line) next += 1;
    const place = places[next - 1];
    return place === undefined ? "" : ` ${shownHeading(lines[place] ?? "")}`;
  };
}

const HEADING_LENGTH = 40;

const shownHeading = (line: string): string => line.trimStart().slice(0, HEADING_LENGTH).trimEnd();
