import type { Running } from "../../commands/command.ts";
import { endsOf, literalOf } from "./match-pattern.ts";
import type { Pattern, PatternNode } from "./parse-pattern.ts";

export type Side = "start" | "end";

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function removeMatch(
  text: string,
  pattern: Pattern,
  how: { readonly side: Side; readonly longest: boolean },
): string {
  if (how.side === "end") {
    const kept = removeMatch(reversedText(text), reversed(pattern), { ...how, side: "start" });
    return reversedText(kept);
  }
  const ends = endsOf(pattern, text, [0]);
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
  if (where === "start" || where === "end") return replaceAtSide(text, replacement, where);
  const literal = literalOf(pattern);
  if (literal === "") return text;
  if (literal === undefined || replacement.ignoresCase)
    return yield* replaceFound(text, replacement);
  const replaced = by(literal);
  return where === "first"
    ? text.replace(literal, () => replaced)
    : text.replaceAll(literal, () => replaced);
}

function* replaceFound(
  text: string,
  { pattern, by, ignoresCase, where }: Replacement,
): Running<string> {
  const subject = ignoresCase ? text.toLowerCase() : text;
  let out = "";
  let at = 0;
  let work = 0;
  do {
    const end = endsOf(pattern, subject, [at]).at(-1);
    if (end !== undefined) out += by(text.slice(at, end));
    const isLong = end !== undefined && end > at;
    // Behind an empty match one character goes on as it is.
    if (!isLong) out += text.charAt(at);
    at = isLong ? end : at + 1;
    if (end !== undefined && where === "first") break;
    work += text.length - at;
    if (work <= STEPS) continue;
    work = 0;
    yield;
  } while (at < text.length);
  return out + text.slice(at);
}

const STEPS = 50_000;

function replaceAtSide(
  text: string,
  { pattern, by, ignoresCase }: Replacement,
  side: Side,
): string {
  const subject = ignoresCase ? text.toLowerCase() : text;
  const length = text.length - removeMatch(subject, pattern, { side, longest: true }).length;
  const rest = side === "start" ? text.slice(length) : text.slice(0, text.length - length);
  const isMatch = length > 0 || endsOf(pattern, "", [0]).length > 0;
  if (!isMatch) return text;
  return side === "start"
    ? by(text.slice(0, length)) + rest
    : rest + by(text.slice(text.length - length));
}
