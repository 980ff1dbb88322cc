import { inodeNumber } from "./inode-number.ts";
import { humanSize, longRows, spaceOf } from "./ls-long.ts";
import { shownName } from "./ls-names.ts";
import type { Listed, LsCall } from "./ls-options.ts";
import { isLong } from "./ls-options.ts";

/** What is listed, as it is written. */
export function textOf(call: LsCall, listed: readonly Listed[]): string {
  if (listed.length === 0) return "";
  const named = listed.map((entry) => ({ ...entry, name: shownName(call, entry) }));
  const rows = isLong(call) ? longRows(call, named) : named.map(({ name }) => name);
  const isInLine = !isLong(call) && call.options.last("commas", "onePerLine") === "commas";
  const numbers = numbersOf(call, listed);
  const widths = isInLine ? [] : (numbers[0] ?? []).map((_, column) => widthOf(numbers, column));
  const whole = rows.map((row, at) =>
    [...(numbers[at] ?? []).map((text, column) => text.padStart(widths[column] ?? 0)), row].join(
      " ",
    ),
  );
  return isInLine ? inLines(whole) : `${whole.join("\n")}\n`;
}

/** The columns in front of the rest: what a file is known by, and the room that it takes. */
function numbersOf(
  { invocation: { files }, options }: LsCall,
  listed: readonly Listed[],
): readonly (readonly string[])[] {
  const blocks = (bytes: number): string =>
    options.has("human") ? humanSize(bytes) : String(bytes / 1024);
  return listed.map(({ path, status }) => [
    ...(options.has("inode") ? [String(inodeNumber(files, path, status))] : []),
    ...(options.has("blocks") ? [blocks(spaceOf(status))] : []),
  ]);
}

const widthOf = (numbers: readonly (readonly string[])[], column: number): number =>
  Math.max(...numbers.map((row) => row[column]?.length ?? 0));

const LINE = 80;

/** With commas, as many as fit into a line. */
function inLines(names: readonly string[]): string {
  let text = "";
  let column = 0;
  for (const [at, name] of names.entries()) {
    if (at > 0) {
      const fits = column + name.length + 2 < LINE;
      text += fits ? ", " : ",\n";
      column = fits ? column + 2 : 0;
    }
    text += name;
    column += name.length;
  }
  return `${text}\n`;
}
