import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { type Complaint, complainOf, eachInput, type NamedInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { allLines } from "./lines.ts";
import { textOf } from "../byte-string.ts";

const OPTIONS = {
  table: "-t --table",
  separator: "-s --separator=STRING",
  outputSeparator: "-o --output-separator=STRING",
  names: "-N --table-columns=NAMES",
  noHeadings: "-d --table-noheadings",
  right: "-R --table-right=COLUMNS",
  hide: "-H --table-hide=COLUMNS",
  json: "-J --json",
  tableName: "-n --table-name=NAME",
  keepEmpty: "-L --keep-empty-lines",
  width: "-c --output-width=WIDTH",
  fillRows: "-x --fillrows",
} as const;

type ColumnCall = Call<keyof typeof OPTIONS>;

const lengthOf = (text: string): number => Array.from(text).length;
const spaces = (text: string, width: number): string =>
  " ".repeat(Math.max(0, width - lengthOf(text)));

function cellsOf(line: string, separators: string | undefined): readonly string[] {
  if (separators === undefined) return line.split(/[ \t]+/).filter((cell) => cell !== "");
  const cells = [""];
  for (const character of line) {
    if (separators.includes(character)) cells.push("");
    else cells.splice(-1, 1, `${cells.at(-1) ?? ""}${character}`);
  }
  return cells;
}

/** Whether an option names a column: by its number or name, by `-` all that have no name. */
function namedBy(
  { options }: ColumnCall,
  key: "hide" | "right",
  names: readonly string[],
): (column: number) => boolean {
  const asked = (options.value(key) ?? "").split(",").filter((one) => one !== "");
  const places = asked.map((one) => {
    const place = /^\d+$/.test(one) ? Number(one) - 1 : names.indexOf(one);
    if (place === -1 && one !== "-") throw new CommandError(`undefined column name '${one}'`);
    return place;
  });
  return (column) => places.includes(column) || (places.includes(-1) && column >= names.length);
}

/** What makes a table says so. */
function refuseTableAlone({ options }: ColumnCall): void {
  const hasTable = options.has("table", "json");
  if (!hasTable && options.has("names", "noHeadings", "right", "hide", "tableName"))
    throw new CommandError("option --table required for all --table-*");
}

/** JSON with an object for each line, as util-linux lays it out. */
function* json(call: ColumnCall, lines: readonly string[]): Running<void> {
  const { options, invocation } = call;
  const names = options.value("names")?.split(",");
  if (names === undefined) throw new CommandError("option --table-columns required for --json");
  const isHidden = namedBy(call, "hide", names);
  // Names are in small letters there.
  const keys = names.map((name) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  const shown = keys.flatMap((name, place) => (isHidden(place) ? [] : [{ name, place }]));
  if (lines.length === 0) return;
  const rows = lines.map((line) => cellsOf(line, options.value("separator")));
  for (const [index, row] of rows.entries()) {
    if (row.length <= names.length) continue;
    const words = `for JSON the name of the column ${names.length + 1} is required`;
    throw new CommandError(`line ${index + 1}: ${words}`);
  }
  const title = JSON.stringify(options.value("tableName") ?? "table");
  invocation.stdout.write(`{\n   ${title}: [\n      `);
  for (const [index, row] of rows.entries()) {
    const pairs = shown.map(({ name, place }) => {
      const cell = row[place] ?? "";
      return `         ${JSON.stringify(name)}: ${cell === "" ? "null" : JSON.stringify(cell)}`;
    });
    invocation.stdout.write(`${index === 0 ? "" : ","}{\n${pairs.join(",\n")}\n      }`);
    if (index % 256 === 255) yield;
  }
  invocation.stdout.write("\n   ]\n}\n");
}

function* table(call: ColumnCall, lines: readonly string[]): Running<void> {
  const { options, invocation } = call;
  const names = options.value("names")?.split(",") ?? [];
  const hasHeader = names.length > 0 && !options.has("noHeadings");
  const cells = lines.map((line) => cellsOf(line, options.value("separator")));
  const rows = hasHeader ? [names, ...cells] : cells;
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    rows.reduce((most, row) => Math.max(most, lengthOf(row[column] ?? "")), 0),
  );
  const isRight = namedBy(call, "right", names);
  const isHidden = namedBy(call, "hide", names);
  const columns = Array.from({ length: count }, (_, column) => column).filter(
    (column) => !isHidden(column),
  );
  const last = columns.at(-1);
  const between = options.value("outputSeparator") ?? "  ";
  const cell = (text: string, column: number): string => {
    const fill = spaces(text, widths[column] ?? 0);
    if (isRight(column)) return fill + text;
    return column === last ? text : text + fill;
  };
  for (const [index, row] of rows.entries()) {
    const shown = columns.map((column) => cell(row[column] ?? "", column));
    invocation.stdout.write(`${shown.join(between)}\n`);
    if (index % 256 === 255) yield;
  }
}

const TAB = 8;

/** Entries one below the other, or with `-x` side by side, in as many columns as there is room for. */
function* filled(call: ColumnCall, entries: readonly string[]): Running<void> {
  const { options, invocation } = call;
  const text = options.value("width") ?? invocation.env.get("COLUMNS") ?? "80";
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid columns argument: '${text}'`);
  const longest = entries.reduce((most, entry) => Math.max(most, lengthOf(entry)), 0);
  const width = (Math.floor(longest / TAB) + 1) * TAB;
  const columns = Math.max(1, Math.floor(Number(text) / width));
  const count = Math.ceil(entries.length / columns);
  for (let row = 0; row < count; row += 1) {
    const cells = Array.from({ length: columns }, (_, column) =>
      options.has("fillRows") ? entries[row * columns + column] : entries[column * count + row],
    ).filter((entry) => entry !== undefined);
    const shown = cells.map((cell, index) =>
      index === cells.length - 1
        ? cell
        : cell + "\t".repeat(Math.ceil((width - lengthOf(cell)) / TAB)),
    );
    invocation.stdout.write(`${shown.join("")}\n`);
    if (row % 256 === 255) yield;
  }
}

/** What cannot be opened is left out; what cannot be read ends it all. */
function complaint(...[invocation, operand, error]: Parameters<Complaint>): void {
  if (error instanceof FileError && error.code === "EISDIR") {
    throw new CommandError(`read failed: ${error.message}`);
  }
  complainOf(invocation, operand, error);
}

function* run(call: ColumnCall): Running<number> {
  const { options } = call;
  refuseTableAlone(call);
  const all: string[] = [];
  const work = function* ({ input }: NamedInput): Running<number> {
    const lines = yield* allLines(input);
    all.push(...lines.map(textOf));
    return 0;
  };
  const status = yield* eachInput(call, work, complaint);
  const keeps = options.has("keepEmpty") && options.has("table", "json");
  const lines = keeps ? all : all.filter((line) => /[^ \t]/.test(line));
  if (options.has("json")) yield* json(call, lines);
  else if (lines.length > 0) yield* options.has("table") ? table(call, lines) : filled(call, lines);
  return status;
}

export const column = defineCommand({
  name: "column",
  description: "Columnate lists",
  usage: "[options] [file...]",
  options: OPTIONS,
  run,
});
