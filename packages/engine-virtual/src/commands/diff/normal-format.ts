import type { Change } from "./find-changes.ts";
import { type Comparison, type Parts, shownLine } from "./hunk.ts";

const range = (from: number, to: number): string => (to - from > 1 ? `${from + 1},${to}` : `${to}`);

function command({ from, newFrom, newTo, to }: Change): string {
  if (from === to) return `${from}a${range(newFrom, newTo)}`;
  if (newFrom === newTo) return `${range(from, to)}d${newFrom}`;
  return `${range(from, to)}c${range(newFrom, newTo)}`;
}

/** Each change by itself, in the words of ed. */
export function* normalFormat({ changes, isTrivial, sides: [old, now] }: Comparison): Parts {
  for (const change of changes) {
    if (isTrivial(change)) continue;
    const { from, newFrom, newTo, to } = change;
    let text = `${command(change)}\n`;
    for (let at = from; at < to; at += 1) text += shownLine("< ", old.content, at);
    if (from < to && newFrom < newTo) text += "---\n";
    for (let at = newFrom; at < newTo; at += 1) text += shownLine("> ", now.content, at);
    yield text;
  }
}
