import type { Running } from "../../commands/command.ts";
import { endsOf } from "./match-choices.ts";
import { segmentsOf } from "./match-pattern.ts";
import { endAt, findFirst, findLast, type Segment, startAt } from "./match-segment.ts";
import type { Pattern, PatternNode } from "./parse-pattern.ts";

export type Side = "start" | "end";

export interface Removal {
  readonly side: Side;
  readonly longest: boolean;
}

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function* removeMatch(text: string, pattern: Pattern, how: Removal): Running<string> {
  const segments = segmentsOf(pattern);
  if (segments === undefined) return yield* removeChoices(text, pattern, how);
  if (how.side === "end") {
    const start = yield* startOfMatch(segments, text, how.longest);
    return start === -1 ? text : text.slice(0, start);
  }
  const end = yield* endOfMatch(segments, text, { isLongest: how.longest });
  return end === -1 ? text : text.slice(end);
}

/** Where a match ends that starts at a place, or -1. */
export function* endOfMatch(
  [first = [], ...rest]: readonly Segment[],
  text: string,
  { isLongest, start = 0 }: { readonly isLongest: boolean; readonly start?: number },
): Running<number> {
  let at = endAt(first, text, start);
  const last = rest.length - 1;
  for (const [index, segment] of rest.entries()) {
    if (at === -1) return at;
    const find = isLongest && index === last ? findLast : findFirst;
    at = (yield* find(segment, text, { start: at, end: text.length }))?.end ?? -1;
  }
  return at;
}

/** Where a match at the end of a text starts, or -1. */
function* startOfMatch(
  segments: readonly Segment[],
  text: string,
  isLongest: boolean,
): Running<number> {
  const [last = [], ...rest] = segments.toReversed();
  let at = startAt(last, text, text.length);
  const first = rest.length - 1;
  for (const [index, segment] of rest.entries()) {
    if (at === -1) return at;
    const find = isLongest && index === first ? findFirst : findLast;
    at = (yield* find(segment, text, { start: 0, end: at }))?.start ?? -1;
  }
  return at;
}

function* removeChoices(text: string, pattern: Pattern, how: Removal): Running<string> {
  if (how.side === "end") {
    const start = { ...how, side: "start" } as const;
    return reversedText(yield* removeChoices(reversedText(text), reversed(pattern), start));
  }
  const ends = yield* endsOf(pattern, text, [0]);
  const end = how.longest ? ends.at(-1) : ends[0];
  return end === undefined ? text : text.slice(end);
}

function reversedText(text: string): string {
  return Array.from(text).reverse().join("");
}

/** The pattern that matches each text backwards. */
function reversed(pattern: Pattern): Pattern {
  return pattern.map(reversedNode).reverse();
}

function reversedNode(node: PatternNode): PatternNode {
  if (node.type === "text") return { type: "text", text: reversedText(node.text) };
  if (node.type === "choice") return { ...node, choices: node.choices.map(reversed) };
  return node;
}
