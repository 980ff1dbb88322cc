import type { Change } from "./find-changes.ts";
import {
  type Comparison,
  type Hunk,
  hunksOf,
  lineRange,
  type Parts,
  lineShower,
  type Side,
} from "./hunk.ts";

interface Part {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
  readonly paint: (text: string) => string;
  /** Of each change: where it is on this side, and its sign. */
  readonly marked: readonly { readonly from: number; readonly to: number; readonly sign: string }[];
}

function linesOf({ from, marked, paint, side, to }: Part): string {
  if (marked.every((mark) => mark.from === mark.to)) return "";
  let text = "";
  let at = from;
  for (const mark of marked) {
    for (; at < mark.from; at += 1) text += lineShower("  ", paint)(side.content, at);
    for (; at < mark.to; at += 1) text += lineShower(mark.sign, paint)(side.content, at);
  }
  for (; at < to; at += 1) text += lineShower("  ", paint)(side.content, at);
  return text;
}

const isBoth = ({ from, newFrom, newTo, to }: Change): boolean => from < to && newFrom < newTo;

function hunkText(hunk: Hunk, { functionAt, paint, sides: [old, now] }: Comparison): string {
  const { changes, from, newFrom, newTo, to } = hunk;
  const removed = changes.map((one) => ({
    ...{ from: one.from, to: one.to, sign: isBoth(one) ? "! " : "- " },
  }));
  const added = changes.map((one) => ({
    ...{ from: one.newFrom, to: one.newTo, sign: isBoth(one) ? "! " : "+ " },
  }));
  return [
    `***************${functionAt(from)}\n`,
    `${paint.place(`*** ${lineRange(from, to)} ****`)}\n`,
    linesOf({ side: old, from, to, marked: removed, paint: paint.removed }),
    `${paint.place(`--- ${lineRange(newFrom, newTo)} ----`)}\n`,
    linesOf({ side: now, from: newFrom, to: newTo, marked: added, paint: paint.added }),
  ].join("");
}

export function* contextFormat(compared: Comparison): Parts {
  const [old, now] = compared.sides;
  const { paint } = compared;
  let header = `${paint.header(`*** ${old.header}`)}\n${paint.header(`--- ${now.header}`)}\n`;
  for (const hunk of hunksOf(compared)) {
    yield header + hunkText(hunk, compared);
    header = "";
  }
}
