import { printableLine } from "../printable.ts";
import type { AskingFile } from "./asking-file.ts";

/** What files ask for, a line for each thing, as people read it. Pure. */
export function showFiles(files: readonly AskingFile[]): string {
  const lines = files.flatMap(({ file, widenings }) => [
    `The file "${file}"`,
    ...widenings.map(({ what, place }) => `  ${what}${place === undefined ? "" : `  (${place})`}`),
  ]);
  return lines.map(printableLine).join("\n");
}

/** The question that accepts all of it. It says how much, since a long list may have scrolled away. */
export function questionAbout(files: readonly AskingFile[]): string {
  const count = files.reduce((sum, { widenings }) => sum + widenings.length, 0);
  const things = count === 1 ? "this" : `these ${count.toString()} things`;
  return `Accept ${things} for this workspace, for as long as the ${files.length === 1 ? "file stays as it is" : "files stay as they are"}?`;
}
