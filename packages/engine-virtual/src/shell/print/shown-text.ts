import { ansiText } from "@agent-sandbox/shell-syntax";

import { quoteSingly } from "../expand/quote-text.ts";

/** What is quoted in another way goes first, so that no `$'` is looked for in it. */
const QUOTED = /\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*"|\$'((?:[^'\\]|\\[^])*)'/g;

/** A word as it is written, but for `$'…'`, which bash shows as what it says, and lines that go on. */
export function shownText(text: string): string {
  if (!/['\\]/.test(text)) return text;
  return text.replace(QUOTED, (all, inside: string | undefined) => {
    if (inside !== undefined) return quoteSingly(ansiText(inside));
    return all === "\\\n" ? "" : all;
  });
}
