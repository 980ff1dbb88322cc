import type { Change } from "./find-changes.ts";
import { type Comparison, lineRange, type Parts } from "./hunk.ts";

/** Lines that ed is to insert. One that is a dot alone would end them: two dots become one behind it. */
function inserted(lines: readonly string[], command: string): string {
  let text = `${command}\n`;
  let isOpen = true;
  for (const line of lines) {
    if (!isOpen) text += "a\n";
    text += line === "." ? "..\n.\ns/.//\n" : `${line}\n`;
    isOpen = line !== ".";
  }
  return isOpen ? `${text}.\n` : text;
}

function commandOf({ from, newFrom, newTo, to }: Change): string {
  if (from === to) return `${from}a`;
  return `${lineRange(from, to)}${newFrom === newTo ? "d" : "c"}`;
}

/** A script for ed: from the end to the start, so that no line gets another number before its turn. */
export function* edFormat({ changes, isTrivial, sides: [, now] }: Comparison): Parts {
  for (const change of changes.toReversed()) {
    if (isTrivial(change)) continue;
    const lines = now.content.lines.slice(change.newFrom, change.newTo);
    yield lines.length === 0 ? `${commandOf(change)}\n` : inserted(lines, commandOf(change));
  }
}
