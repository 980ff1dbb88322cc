import { printable } from "./printable.ts";

/** The same for one cell of a table: a line end is shown as well. */
export function oneLine(text: string): string {
  return printable(text).replaceAll("\n", "\u240a");
}
