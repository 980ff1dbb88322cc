import type { Running } from "../command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { eachOperand } from "../each-operand.ts";
import { humanSize } from "../ls-long.ts";
import { quotedIfNeeded } from "../quote.ts";
import { COLUMNS, type ColumnName, type DfRow, isInodes } from "./df-columns.ts";
import { headingOf } from "./df-headings.ts";
import { blockOfCall, columnsOf, type DfCall, isShownType, OPTIONS } from "./df-options.ts";
import { bytesOf, inodesOf, sumOf } from "./df-space.ts";
import { type Block, SIZES, type ShowSize } from "./size-units.ts";

const TYPE = "memory";

function rowOf({ invocation: { files } }: DfCall, file: string): DfRow {
  const names = { source: "virtual", type: TYPE, target: "/", file };
  return { ...names, bytes: bytesOf(files), inodes: inodesOf(files) };
}

/** What is shown of all of them; without a first column its name stands in the last one. */
function totalOf(rows: readonly DfRow[], columns: readonly ColumnName[]): DfRow {
  const target = columns.includes("source") ? "-" : "total";
  return {
    ...{ source: "total", type: "-", target, file: "-" },
    bytes: sumOf(rows.map(({ bytes }) => bytes)),
    inodes: sumOf(rows.map(({ inodes }) => inodes)),
  };
}

/** Inodes are counted one by one, but for people. */
function showOf(call: DfCall, name: ColumnName, { show, size }: Block): ShowSize {
  if (!isInodes(name)) return show;
  if (size !== undefined) return String;
  return call.options.last("human", "si", "blocks") === "si" ? SIZES.si : humanSize;
}

/** Each column as wide as its widest; numbers to the right. */
function table(call: DfCall, rows: readonly DfRow[], columns: readonly ColumnName[]): string {
  const block = blockOfCall(call);
  const cells = columns.map((name) => {
    const { cell, isNumber, least } = COLUMNS[name];
    const show = showOf(call, name, block);
    const column = [headingOf(call, name, block.size), ...rows.map((row) => cell(row, show))];
    const width = Math.max(least, ...column.map((text) => text.length));
    return column.map((text) => (isNumber ? text.padStart(width) : text.padEnd(width)));
  });
  const lines = [undefined, ...rows].map((_, at) => cells.map((column) => column[at]).join(" "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function* run(call: DfCall): Running<number> {
  const { invocation, options } = call;
  const { files, resolve } = invocation;
  const columns = columnsOf(call);
  const rows: DfRow[] = [];
  const status = yield* eachOperand(call, {
    operands: options.operands,
    wording: quotedIfNeeded,
    work(operand) {
      files.stat(resolve(operand));
      if (isShownType(call, TYPE)) rows.push(rowOf(call, operand));
    },
  });
  if (options.operands.length === 0 && isShownType(call, TYPE)) rows.push(rowOf(call, "-"));
  if (rows.length === 0) {
    if (status === 0) complain(invocation, "no file systems processed");
    return 1;
  }
  if (options.has("total")) rows.push(totalOf(rows, columns));
  invocation.stdout.write(table(call, rows, columns));
  return status;
}

export const df = defineCommand({
  name: "df",
  description: "Show how much space is left",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
