import type { Space } from "./df-space.ts";
import type { ShowSize } from "./size-units.ts";

/** A line of df before it is written: one file system, or all of them. */
export interface DfRow {
  readonly source: string;
  readonly type: string;
  readonly target: string;
  /** The operand that asked for it, or `-`. */
  readonly file: string;
  readonly bytes: Space;
  readonly inodes: Space;
}

interface Column {
  readonly heading: string;
  /** What a column takes at least. */
  readonly least: number;
  readonly isNumber: boolean;
  readonly cell: (row: DfRow, show: ShowSize) => string;
}

const free = ({ size, used }: Space): number => Math.max(0, size - used);

const percent = ({ size, used }: Space): string =>
  size === 0 ? "-" : `${Math.ceil((used / size) * 100)}%`;

const text = (heading: string, least: number, cell: (row: DfRow) => string): Column => ({
  ...{ heading, least, cell },
  isNumber: false,
});

const number = (
  heading: string,
  least: number,
  cell: (row: DfRow, show: ShowSize) => string,
): Column => ({ heading, least, cell, isNumber: true });

/** The columns by their names in `--output`; the heading of `size` says the size of a block. */
export const COLUMNS = {
  source: text("Filesystem", 14, ({ source }) => source),
  fstype: text("Type", 4, ({ type }) => type),
  itotal: number("Inodes", 5, ({ inodes }, show) => show(inodes.size)),
  iused: number("IUsed", 5, ({ inodes }, show) => show(inodes.used)),
  iavail: number("IFree", 5, ({ inodes }, show) => show(free(inodes))),
  ipcent: number("IUse%", 4, ({ inodes }) => percent(inodes)),
  size: number("Size", 5, ({ bytes }, show) => show(bytes.size)),
  used: number("Used", 5, ({ bytes }, show) => show(bytes.used)),
  avail: number("Avail", 5, ({ bytes }, show) => show(free(bytes))),
  pcent: number("Use%", 4, ({ bytes }) => percent(bytes)),
  file: text("File", 0, ({ file }) => file),
  target: text("Mounted on", 0, ({ target }) => target),
} satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof COLUMNS;

export const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name);

export const isInodes = (name: ColumnName): boolean => /^i(?:total|used|avail)$/.test(name);
