import {
  type FilePatch,
  newLines,
  oldLines,
  type PatchHunk,
  type PatchName,
} from "./file-patch.ts";

const range = (start: number, count: number): string =>
  count === 1 ? `${start}` : `${start},${count}`;

/** As GNU has it, what follows a line without an end stands right behind it. */
const lineOf = (sign: string, text: string): string => sign + text;

function unified(hunk: PatchHunk, offset: number): string {
  const old = range(hunk.oldStart + offset, oldLines(hunk).length);
  const now = range(hunk.newStart + offset, newLines(hunk).length);
  const lines = hunk.lines.map(({ sign, text }) => lineOf(sign, text));
  return `@@ -${old} +${now} @@\n${lines.join("")}`;
}

function span(start: number, count: number): string {
  if (count === 0) return "0";
  return count > 1 ? `${start},${start + count - 1}` : `${start}`;
}

/** What was in the form of ed's commands is put down as a context diff. */
function context(hunk: PatchHunk, offset: number): string {
  const olds = oldLines(hunk);
  const nows = newLines(hunk);
  return [
    `***************\n*** ${span(hunk.oldStart + offset, olds.length)}\n`,
    ...olds.map(({ text }) => lineOf("- ", text)),
    `--- ${span(hunk.newStart + offset, nows.length)} -----\n`,
    ...nows.map(({ text }) => lineOf("+ ", text)),
  ].join("");
}

/** Each line with its sign: what is taken away and put in at one place is a change. */
function marked(hunk: PatchHunk, side: "-" | "+"): readonly string[] {
  return hunk.lines.flatMap(({ sign, text }, at) => {
    if (sign !== side && sign !== " ") return [];
    const isBoth = sign !== " " && placeOf(hunk, at).size > 1;
    return [lineOf(`${isBoth ? "!" : sign} `, text)];
  });
}

/** The signs of the lines around one that no common line parts from it. */
function placeOf({ lines }: PatchHunk, at: number): ReadonlySet<string> {
  let from = at;
  let to = at;
  while (from > 0 && lines[from - 1]?.sign !== " ") from -= 1;
  while (to + 1 < lines.length && lines[to + 1]?.sign !== " ") to += 1;
  return new Set(lines.slice(from, to + 1).map(({ sign }) => sign));
}

function contextHunk(hunk: PatchHunk, offset: number): string {
  const [olds, nows] = [oldLines(hunk), newLines(hunk)];
  return [
    `***************\n*** ${span(hunk.oldStart + offset, olds.length)} ****\n`,
    ...marked(hunk, "-"),
    `--- ${span(hunk.newStart + offset, nows.length)} ----\n`,
    ...marked(hunk, "+"),
  ].join("");
}

export interface Rejected {
  readonly hunk: PatchHunk;
  /** Lines that the hunks before have added. */
  readonly offset: number;
}

/** The hunks that did not fit, as a patch; `shown` makes a name what the call sees of it. */
export function rejectText(
  { form, now, old }: FilePatch,
  rejected: readonly Rejected[],
  shown: (name: string) => string,
): string {
  const [before, behind] = form === "unified" ? ["---", "+++"] : ["***", "---"];
  const headerOf = (name: PatchName | undefined): string =>
    name === undefined ? "/dev/null" : shown(name.name) + name.header.slice(name.name.length);
  const header = `${before} ${headerOf(old)}\n${behind} ${headerOf(now)}\n`;
  const show = { unified, context: contextHunk, normal: context }[form];
  return header + rejected.map(({ hunk, offset }) => show(hunk, offset)).join("");
}
