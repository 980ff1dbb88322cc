import type { TextSearch } from "../../regex/text-search.ts";

const BLANKS = /[ \t\n]+/;

/** Splits at blanks, as the default of FS has it. */
export function splitAtBlanks(text: string): string[] {
  const parts = text.split(BLANKS);
  if (parts[0] === "") parts.shift();
  if (parts.at(-1) === "") parts.pop();
  return parts;
}

export interface Cut {
  readonly parts: string[];
  /** What stood between them. */
  readonly between: string[];
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
