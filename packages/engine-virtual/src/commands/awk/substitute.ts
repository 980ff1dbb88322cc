import type { TextMatch, TextSearch, TextSpan } from "../../regex/text-search.ts";
import { TextBuilder } from "../text-builder.ts";

/** What takes the place of a match. */
export type Replacement = (text: string, match: TextSpan) => string;

/** The replacement of `sub` and `gsub`: `&` is what was found, `\\&` an ampersand, two backslashes are one. */
export function readReplacement(written: string): Replacement {
  if (!/[&\\]/.test(written)) return () => written;
  const parts = Array.from(written.matchAll(/\\\\|\\&|&|\\|[^\\&]+/g), ([part]) => part);
  return (text, { start, end }) =>
    parts.map((part) => (part === "&" ? text.slice(start, end) : literal(part))).join("");
}

const literal = (part: string): string =>
  part === "\\&" || part === "\\\\" ? part.slice(1) : part;

/** The replacement of `gensub`: `\\1` is what a group took as well. */
export function readGroupReplacement(written: string): (text: string, match: TextMatch) => string {
  return (_text, { groups }) =>
    written.replace(/\\([0-9&\\])|&/g, (part, escaped?: string) => {
      if (part === "&") return groups[0] ?? "";
      if (escaped === "&" || escaped === "\\") return escaped;
      return groups[Number(escaped)] ?? "";
    });
}

export interface Substituted {
  readonly text: string;
  readonly count: number;
}

interface Search<Match extends TextSpan> {
  readonly find: (text: string, from: number) => Match | undefined;
  readonly replace: (text: string, match: Match) => string;
  /** Which of the matches is replaced; all of them without it. */
  readonly only?: number;
}

/** Replaces what is found in a text. Right behind a match, nothing is not found again. */
export function substitute<Match extends TextSpan>(
  text: string,
  { find, replace, only }: Search<Match>,
): Substituted {
  const result = new TextBuilder();
  let copied = 0;
  let lastEnd = -1;
  let from = 0;
  let number = 0;
  let count = 0;
  while (from <= text.length) {
    const match = find(text, from);
    if (match === undefined) break;
    const isEmpty = match.start === match.end;
    from = isEmpty ? match.end + 1 : match.end;
    if (isEmpty && match.start === lastEnd) continue;
    lastEnd = match.end;
    number += 1;
    if (only !== undefined && number < only) continue;
    result.add(text.slice(copied, match.start));
    result.add(replace(text, match));
    copied = match.end;
    count += 1;
    if (number === only) break;
  }
  if (count === 0) return { text, count };
  result.add(text.slice(copied));
  return { text: result.text(), count };
}

export const inText =
  (search: TextSearch): ((text: string, from: number) => TextSpan | undefined) =>
  (text, from) =>
    search.find(text, from);
