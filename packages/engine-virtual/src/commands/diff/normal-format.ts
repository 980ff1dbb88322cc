import type { Change } from "./find-changes.ts";
import { type Comparison, lineRange, type Parts, lineShower } from "./hunk.ts";

function command({ from, newFrom, newTo, to }: Change): string {
  if (from === to) return `${from}a${lineRange(newFrom, newTo)}`;
  if (newFrom === newTo) return `${lineRange(from, to)}d${newFrom}`;
  return `${lineRange(from, to)}c${lineRange(newFrom, newTo)}`;
}

/** Each change by itself, in the words of ed. */
export function* normalFormat({ changes, isTrivial, paint, sides: [old, now] }: Comparison): Parts {
  for (const change of changes) {
    if (isTrivial(change)) continue;
    const { from, newFrom, newTo, to } = change;
    let text = `${paint.place(command(change))}\n`;
    for (let at = from; at < to; at += 1) text += lineShower("< ", paint.removed)(old.content, at);
    if (from < to && newFrom < newTo) text += "---\n";
    for (let at = newFrom; at < newTo; at += 1)
      text += lineShower("> ", paint.added)(now.content, at);
    yield text;
  }
}
