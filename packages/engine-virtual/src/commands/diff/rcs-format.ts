import type { Comparison, Parts } from "./hunk.ts";

/** What RCS keeps: which lines go and which come, by the numbers that they have before all of it. */
export function* rcsFormat({ changes, isTrivial, sides: [, now] }: Comparison): Parts {
  const { isOpen, lines } = now.content;
  for (const change of changes) {
    if (isTrivial(change)) continue;
    const { from, newFrom, newTo, to } = change;
    if (from < to) yield `d${from + 1} ${to - from}\n`;
    if (newFrom === newTo) continue;
    const end = isOpen && newTo === lines.length ? "" : "\n";
    yield `a${to} ${newTo - newFrom}\n${lines.slice(newFrom, newTo).join("\n")}${end}`;
  }
}
