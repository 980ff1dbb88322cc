import type { Running } from "../../commands/command.ts";
import { findText } from "../../regex/find-text.ts";
import { endsOf } from "./match-choices.ts";
import { literalOf, matches, segmentsOf } from "./match-pattern.ts";
import { lengthOf, type Segment } from "./match-segment.ts";
import type { Pattern } from "./parse-pattern.ts";
import { endOfMatch, removeMatch, type Side } from "./remove-match.ts";

export interface Replacement {
  readonly pattern: Pattern;
  /** What stands for one match. */
  readonly by: (match: string) => string;
  readonly where: "first" | "all" | "start" | "end";
  readonly ignoresCase: boolean;
}

/** `${x/p/r}` and its like: the longest match from the left on. */
export function* replaceMatches(text: string, replacement: Replacement): Running<string> {
  const { pattern, by, where } = replacement;
  if (where === "start" || where === "end") return yield* replaceAtSide(text, replacement, where);
  const literal = literalOf(pattern);
  if (literal === "") return text;
  if (literal === undefined || replacement.ignoresCase)
    return yield* replaceFound(text, subjectOf(text, replacement), replacement);
  return yield* replaceText(text, literal, {
    by: by(literal),
    most: where === "all" ? Infinity : 1,
  });
}

function* replaceText(
  text: string,
  literal: string,
  { by, most }: { readonly by: string; readonly most: number },
): Running<string> {
  let out = "";
  let from = 0;
  let count = 0;
  for (let at = findText(text, literal); at !== -1; at = findText(text, literal, from)) {
    out += text.slice(from, at) + by;
    from = at + literal.length;
    count += 1;
    if (count >= most) break;
    if (count % MATCHES === 0) yield;
  }
  return out + text.slice(from);
}

/** Matches of a text between two ticks. */
const MATCHES = 1_024;

/** What is searched instead of a text, place by place. */
const subjectOf = (text: string, { ignoresCase }: Replacement): string =>
  ignoresCase ? text.toLowerCase() : text;

/** Steps between two ticks. */
const STEPS = 50_000;

/** From a place where no star follows, no more of the text is looked at than the pattern is long. */
function nearness(segments: readonly Segment[] = []): number | undefined {
  const [only, second] = segments;
  return only !== undefined && second === undefined ? lengthOf(only) : undefined;
}

function* replaceFound(
  text: string,
  subject: string,
  { pattern, by, where }: Replacement,
): Running<string> {
  const segments = segmentsOf(pattern);
  const near = nearness(segments);
  let out = "";
  let at = 0;
  let work = 0;
  do {
    const end = yield* endFrom(pattern, segments, { subject, at });
    if (end !== -1) out += by(text.slice(at, end));
    const isLong = end > at;
    // Behind an empty match one character goes on as it is.
    if (!isLong) out += text.charAt(at);
    at = isLong ? end : at + 1;
    if (end !== -1 && where === "first") break;
    work += near ?? text.length - at;
    if (work <= STEPS) continue;
    work = 0;
    yield;
  } while (at < text.length);
  return out + text.slice(at);
}

/** Where the longest match ends that starts at a place, or -1. */
function* endFrom(
  pattern: Pattern,
  segments: readonly Segment[] | undefined,
  { at, subject }: { readonly at: number; readonly subject: string },
): Running<number> {
  if (segments === undefined) return (yield* endsOf(pattern, subject, [at])).at(-1) ?? -1;
  return yield* endOfMatch(segments, subject, { isLongest: true, start: at });
}

function* replaceAtSide(text: string, replacement: Replacement, side: Side): Running<string> {
  const { pattern, by } = replacement;
  const kept = yield* removeMatch(subjectOf(text, replacement), pattern, { side, longest: true });
  const length = text.length - kept.length;
  const rest = side === "start" ? text.slice(length) : text.slice(0, text.length - length);
  const isMatch = length > 0 || matches(pattern, "");
  if (!isMatch) return text;
  return side === "start"
    ? by(text.slice(0, length)) + rest
    : rest + by(text.slice(text.length - length));
}
