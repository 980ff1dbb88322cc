import { type Comparison, type Hunk, hunksOf, lineShower, type Parts, shownLine } from "./hunk.ts";

function range(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return `${to}`;
  return `${length === 0 ? from : from + 1},${length}`;
}

function body(
  { changes, newFrom, to, from }: Hunk,
  { paint, sides: [old, now] }: Comparison,
): string {
  let text = "";
  let at = from;
  let nowAt = newFrom;
  for (const change of changes) {
    for (; at < change.from; at += 1, nowAt += 1) text += shownLine(" ", old.content, at);
    for (; at < change.to; at += 1) text += lineShower("-", paint.removed)(old.content, at);
    for (; nowAt < change.newTo; nowAt += 1)
      text += lineShower("+", paint.added)(now.content, nowAt);
  }
  for (; at < to; at += 1) text += shownLine(" ", old.content, at);
  return text;
}

export function* unifiedFormat(compared: Comparison): Parts {
  const { functionAt, paint } = compared;
  const [old, now] = compared.sides;
  let header = `${paint.header(`--- ${old.header}`)}\n${paint.header(`+++ ${now.header}`)}\n`;
  for (const hunk of hunksOf(compared)) {
    const places = `-${range(hunk.from, hunk.to)} +${range(hunk.newFrom, hunk.newTo)}`;
    const heading = `${paint.place(`@@ ${places} @@`)}${functionAt(hunk.from)}`;
    yield `${header}${heading}\n${body(hunk, compared)}`;
    header = "";
  }
}
