import { cutTo, displayWidth } from "./display-width.ts";
import { table } from "./table.ts";

export interface Column {
  readonly title: string;
  /** How narrow it may become, in cells; without it, it keeps its width. */
  readonly least?: number;
  /** Which part of a cell goes where there is no room; the end without it. */
  readonly cut?: "start" | "end";
  /** Whether all of it goes where narrower columns are not enough. */
  readonly optional?: boolean;
}

/**
 * A table that is no wider than `width`: columns become narrower, those on the right first, and
 * where that is not enough optional ones go. Without `width` it is as wide as it wants.
 */
export function fitTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): string {
  const all = [columns.map(({ title }) => title), ...rows];
  if (width === undefined) return tableOf(all);
  const natural = columns.map((_, at) =>
    Math.max(...all.map((row) => displayWidth(row[at] ?? ""))),
  );
  const widths = narrow(columns, natural, width);
  const lines = all.map((row) =>
    row.flatMap((cell, at) => {
      const room = widths[at];
      return room === undefined ? [] : [cutTo(room, cell, columns[at]?.cut)];
    }),
  );
  // On the narrowest of terminals nothing else is left.
  return tableOf(lines)
    .split("\n")
    .map((line) => cutTo(width, line))
    .join("\n");
}

/** The width of each column; undefined for one that is left out. */
function narrow(
  columns: readonly Column[],
  natural: readonly (number | undefined)[],
  width: number,
): readonly (number | undefined)[] {
  let excess = total(natural) - width;
  const widths = [...natural];
  for (const [at, { least }] of [...columns.entries()].reverse()) {
    const now = widths[at];
    if (excess <= 0 || now === undefined || least === undefined) continue;
    const given = Math.min(excess, Math.max(0, now - least));
    widths[at] = now - given;
    excess -= given;
  }
  if (excess <= 0) return widths;
  const drop = columns.findLastIndex(({ optional }, at) => optional && natural[at] !== undefined);
  if (drop < 0) return widths;
  return narrow(columns, natural.with(drop, undefined), width);
}

/** With the two spaces between columns. */
function total(widths: readonly (number | undefined)[]): number {
  const shown = widths.filter((width) => width !== undefined);
  return shown.reduce((sum, width) => sum + width, 2 * (shown.length - 1));
}

function tableOf([header = [], ...rows]: readonly (readonly string[])[]): string {
  return table(header, rows);
}
