import type { SourcePlace } from "./shell.ts";

/** The number of the line that a place is on. */
export function lineOf({ at, firstLine = 1, text }: SourcePlace): number {
  let line = firstLine;
  for (
    let next = text.indexOf("\n");
    next !== -1 && next < at;
    next = text.indexOf("\n", next + 1)
  ) {
    line += 1;
  }
  return line;
}
