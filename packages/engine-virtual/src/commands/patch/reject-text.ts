import {
  type FilePatch,
  newLines,
  oldLines,
  type PatchHunk,
  type PatchName,
} from "./file-patch.ts";

const range = (start: number, count: number): string =>
  count === 1 ? `${start}` : `${start},${count}`;

const lineOf = (sign: string, text: string): string =>
  text.endsWith("\n") ? sign + text : `${sign}${text}\n\\ No newline at end of file\n`;

function unified(hunk: PatchHunk, offset: number): string {
  const old = range(hunk.oldStart + offset, oldLines(hunk).length);
  const now = range(hunk.newStart + offset, newLines(hunk).length);
  const lines = hunk.lines.map(({ sign, text }) => lineOf(sign, text));
  return `@@ -${old} +${now} @@\n${lines.join("")}`;
}

const span = (start: number, count: number): string =>
  count > 1 ? `${start},${start + count - 1}` : `${start}`;

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

export interface Rejected {
  readonly hunk: PatchHunk;
  /** Lines that the hunks before have added. */
  readonly offset: number;
}

/** The hunks that did not fit, as a patch; `shown` makes a name what the call sees of it. */
export function rejectText(
  { isNormal, now, old }: FilePatch,
  rejected: readonly Rejected[],
  shown: (name: string) => string,
): string {
  const [before, behind] = isNormal ? ["***", "---"] : ["---", "+++"];
  const headerOf = (name: PatchName | undefined): string =>
    name === undefined ? "/dev/null" : shown(name.name) + name.header.slice(name.name.length);
  const header = `${before} ${headerOf(old)}\n${behind} ${headerOf(now)}\n`;
  const show = isNormal ? context : unified;
  return header + rejected.map(({ hunk, offset }) => show(hunk, offset)).join("");
}
