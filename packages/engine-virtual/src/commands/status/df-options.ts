import type { Call } from "../define-command.ts";
import { UsageError } from "../options.ts";
import { type ColumnName, isColumn } from "./df-columns.ts";
import { type Block, blockOf, SIZES } from "./size-units.ts";

export const OPTIONS = {
  all: "-a --all",
  blocks: "-B --block-size=SIZE",
  human: "-h --human-readable",
  si: "-H --si",
  inodes: "-i --inodes",
  kilobytes: "-k",
  local: "-l --local",
  megabytes: "-m",
  noSync: "--no-sync",
  output: "--output[=FIELD_LIST]",
  posix: "-P --portability",
  sync: "--sync",
  only: "-t --type=TYPE",
  type: "-T --print-type",
  total: "--total",
  ignored: "-v",
  exclude: "-x --exclude-type=TYPE",
} as const;

export type DfCall = Call<keyof typeof OPTIONS>;

const ALL: readonly ColumnName[] = [
  ...(["source", "fstype", "itotal", "iused", "iavail", "ipcent"] as const),
  ...(["size", "used", "avail", "pcent", "file", "target"] as const),
];

/** `--output=source,size`: each of them once. */
function listed(lists: readonly string[]): readonly ColumnName[] {
  const columns: ColumnName[] = [];
  for (const name of lists.flatMap((list) => list.split(","))) {
    if (!isColumn(name)) throw new UsageError(`option --output: field ‘${name}’ unknown`);
    if (columns.includes(name)) {
      throw new UsageError(`option --output: field ‘${name}’ used more than once`);
    }
    columns.push(name);
  }
  return columns;
}

export function columnsOf({ options }: DfCall): readonly ColumnName[] {
  if (options.has("output")) {
    const rival = options.given.find(({ key }) => ["inodes", "posix", "type"].includes(key));
    if (rival !== undefined) {
      const letter = { inodes: "-i", posix: "-P", type: "-T" }[rival.key] ?? rival.as;
      throw new UsageError(`options ${letter} and --output are mutually exclusive`);
    }
    const lists = options.given.flatMap(({ key, value }) =>
      key === "output" && value !== undefined ? [value] : [],
    );
    return lists.length === 0 ? ALL : listed(lists);
  }
  const type = options.has("type") ? (["fstype"] as const) : [];
  const numbers = options.has("inodes")
    ? (["itotal", "iused", "iavail", "ipcent"] as const)
    : (["size", "used", "avail", "pcent"] as const);
  return ["source", ...type, ...numbers, "target"];
}

const KILOBYTE: Block = { show: SIZES.kilobytes, size: 1024 };

/** What sizes are counted in: the last option that says so. */
export function blockOfCall({ options }: DfCall): Block {
  const key = options.last("blocks", "human", "kilobytes", "megabytes", "si");
  if (key === "human" || key === "si") return { show: SIZES[key], size: undefined };
  if (key === "megabytes") return { show: SIZES.megabytes, size: 1024 ** 2 };
  const blocks = options.given.findLast((given) => given.key === "blocks");
  return key === "blocks" && blocks !== undefined ? blockOf(blocks) : KILOBYTE;
}

/** The file systems that are shown: those of a type, but for those of another. */
export function isShownType({ options }: DfCall, type: string): boolean {
  const only = options.values("only");
  if (only.length > 0 && !only.includes(type)) return false;
  return !options.values("exclude").includes(type);
}
