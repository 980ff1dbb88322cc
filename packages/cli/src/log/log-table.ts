import { type Column, fitTable } from "../fit-table.ts";
import { printableLine } from "../printable.ts";
import type { LogRow } from "./log-row.ts";

export interface LogTable {
  readonly rows: readonly LogRow[];
  /** Whether rows of several workspaces are in it. */
  readonly all: boolean;
  /** The terminal's, in cells; undefined: as wide as it wants. */
  readonly width: number | undefined;
  /** Marks the line of what was blocked. */
  readonly mark: (line: string) => string;
}

type Cell = Column & { readonly of: (row: LogRow) => string };

const NOTHING = "-";

const COLUMNS: readonly Cell[] = [
  { title: "TIME", of: ({ time }) => localTime(time) },
  { title: "RESULT", of: ({ result }) => result },
  { title: "OPERATION", of: ({ operation }) => operation },
  { title: "TARGET", least: 16, of: ({ target }) => target },
  { title: "POLICY", least: 10, of: ({ policy }) => policy || NOTHING },
  { title: "AGENT", least: 6, optional: true, of: ({ agent }) => agent || NOTHING },
  { title: "BRANCH", least: 8, optional: true, of: ({ branch }) => branch || NOTHING },
  { title: "TRUST", optional: true, of: ({ trust }) => trust || NOTHING },
  { title: "REASON", least: 12, of: ({ reason }) => reason || NOTHING },
];

const WORKSPACE: Cell = {
  ...{ title: "WORKSPACE", least: 12, cut: "start", optional: true },
  of: ({ workspace }) => workspace || NOTHING,
};

/** The log as people read it, the newest last. */
export function logTable({ rows, all, width, mark }: LogTable): string {
  if (rows.length === 0) return "Nothing is on record";
  const columns = all ? [...COLUMNS, WORKSPACE] : COLUMNS;
  const cells = rows.map((row) => columns.map((column) => printableLine(column.of(row))));
  const [header = "", ...lines] = fitTable(columns, cells, width).split("\n");
  return [
    header,
    ...lines.map((line, at) => (rows[at]?.result === "blocked" ? mark(line) : line)),
  ].join("\n");
}

/** One row by itself, for a log that is followed: nobody knows how wide the next ones are. */
export function logLine(row: LogRow): string {
  const { time, result, operation, target, policy, branch, reason } = row;
  const where = branch === "" ? "" : ` [${branch}]`;
  const why = [policy, reason].filter(Boolean).join(": ");
  const line = `${localTime(time)}  ${result.padEnd(7)}  ${operation.padEnd(8)} ${target}${where}`;
  return printableLine(why === "" ? line : `${line}  (${why})`);
}

/** "2026-03-04 05:06:07", by this machine's clock. */
export function localTime(time: Date): string {
  const two = (part: number) => part.toString().padStart(2, "0");
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
  return `${date} ${clock}`;
}
