import type { TextSearch } from "../../regex/text-search.ts";

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10;

/** Splits at blanks, as the default of FS has it. */
export function splitAtBlanks(text: string): string[] {
  const parts: string[] = [];
  const { length } = text;
  let at = 0;
  while (at < length) {
    while (at < length && isBlank(text.charCodeAt(at))) at += 1;
    const start = at;
    while (at < length && !isBlank(text.charCodeAt(at))) at += 1;
    if (at > start) parts.push(text.slice(start, at));
  }
  return parts;
}

/** One field of those, by its number, without the others. */
export function fieldAtBlanks(text: string, number: number): string | undefined {
  const { length } = text;
  let at = 0;
  for (let left = number; at < length; left -= 1) {
    while (at < length && isBlank(text.charCodeAt(at))) at += 1;
    const start = at;
    while (at < length && !isBlank(text.charCodeAt(at))) at += 1;
    if (left === 1) return at > start ? text.slice(start, at) : undefined;
  }
  return undefined;
}

export interface Cut {
  readonly parts: string[];
  /** What stood between them. */
  readonly between: string[];
  /** What stood in front of the first, where blanks part them. */
  readonly lead?: string;
}

/** Cuts a text at what an expression finds, which is never nothing. */
export function cutAt(text: string, search: TextSearch): Cut {
  const parts: string[] = [];
  const between: string[] = [];
  if (text === "") return { parts, between };
  let start = 0;
  let from = 0;
  while (from <= text.length) {
    const found = search.find(text, from);
    if (found === undefined) break;
    if (found.end === found.start) {
      from = found.end + 1;
      continue;
    }
    parts.push(text.slice(start, found.start));
    between.push(text.slice(found.start, found.end));
    start = found.end;
    from = start;
  }
  parts.push(text.slice(start));
  return { parts, between };
}
