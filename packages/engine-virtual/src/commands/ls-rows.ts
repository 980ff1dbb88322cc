import { inodeNumber } from "./inode-number.ts";
import { inColumns } from "./ls-columns.ts";
import { humanSize, longRows, spaceOf } from "./ls-long.ts";
import { shownName } from "./ls-names.ts";
import type { Listed, LsCall } from "./ls-options.ts";
import { endOfRow, formatOf, isLong, lineWidth, tabSize } from "./ls-options.ts";

/** What is listed, as it is written. */
export function textOf(call: LsCall, listed: readonly Listed[]): string {
  if (listed.length === 0) return "";
  const named = listed.map((entry) => ({ ...entry, name: shownName(call, entry) }));
  const rows = isLong(call) ? longRows(call, named) : named.map(({ name }) => name);
  const format = formatOf(call);
  const numbers = numbersOf(call, listed);
  const widths =
    format === "commas" ? [] : (numbers[0] ?? []).map((_, column) => widthOf(numbers, column));
  const whole = rows.map((row, at) =>
    [...(numbers[at] ?? []).map((text, column) => text.padStart(widths[column] ?? 0)), row].join(
      " ",
    ),
  );
  switch (format) {
    case "long":
    case "onePerLine":
      return whole.map((row) => row + endOfRow(call)).join("");
    case "commas":
      return inLines(whole, lineWidth(call));
    case "columns":
    case "across":
      return inColumns(whole, format, { line: lineWidth(call), tab: tabSize(call) });
  }
}

/** The columns in front of the rest: what a file is known by, and the room that it takes. */
function numbersOf(
  { invocation: { files }, options }: LsCall,
  listed: readonly Listed[],
): readonly (readonly string[])[] {
  const blocks = (bytes: number): string =>
    options.has("human") ? humanSize(bytes) : String(bytes / 1024);
  return listed.map(({ path, status, isUnknown = false }) => [
    ...(options.has("inode") ? [isUnknown ? "?" : String(inodeNumber(files, path, status))] : []),
    ...(options.has("blocks") ? [isUnknown ? "?" : blocks(spaceOf(status))] : []),
  ]);
}

const widthOf = (numbers: readonly (readonly string[])[], column: number): number =>
  Math.max(...numbers.map((row) => row[column]?.length ?? 0));

/** With commas, as many as fit into a line. */
function inLines(names: readonly string[], line: number): string {
  let text = "";
  let column = 0;
  for (const [at, name] of names.entries()) {
    if (at > 0) {
      const fits = line === 0 || column + name.length + 2 < line;
      text += fits ? ", " : ",\n";
      column = fits ? column + 2 : 0;
    }
    text += name;
    column += name.length;
  }
  return `${text}\n`;
}
