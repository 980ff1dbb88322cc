import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachOperand } from "../each-operand.ts";
import { quotedIfNeeded } from "../quote.ts";
import { blockSize, type ShowSize, SIZES } from "./size-units.ts";

const OPTIONS = {
  all: "-a --all",
  blocks: "-B --block-size=SIZE",
  bytes: "-b",
  human: "-h --human-readable",
  si: "-H --si",
  inodes: "-i --inodes",
  kilobytes: "-k",
  local: "-l --local",
  megabytes: "-m",
  posix: "-P --portability",
  type: "-T --print-type",
  total: "--total",
} as const;

type DfCall = Call<keyof typeof OPTIONS>;
type Row = readonly string[];

interface Space {
  readonly size: number;
  readonly used: number;
}

function spaceOf({ invocation: { files }, options }: DfCall): Space {
  const { maxNodeCount, maxTotalSize } = files.limits();
  const usage = files.usage();
  if (!options.has("inodes")) return { size: maxTotalSize, used: usage.bytes };
  return { size: maxNodeCount, used: usage.files + usage.directories };
}

const percent = ({ size, used }: Space): string =>
  size === 0 ? "-" : `${Math.ceil((used / size) * 100)}%`;

function sizeHeading({ options }: DfCall): string {
  const text = options.value("blocks");
  switch (options.last("blocks", "bytes", "human", "kilobytes", "megabytes", "si")) {
    case "human":
    case "si":
      return "Size";
    case "megabytes":
      return "1M-blocks";
    case "blocks":
      return `${/^\d/.test(text ?? "") ? "" : "1"}${text ?? ""}-blocks`;
    default:
      return options.has("posix") ? "1024-blocks" : "1K-blocks";
  }
}

function headingsOf(call: DfCall): Row {
  const { options } = call;
  if (options.has("inodes")) return ["Inodes", "IUsed", "IFree", "IUse%"];
  const isHuman = options.has("human", "si");
  if (options.has("posix")) return [sizeHeading(call), "Used", "Available", "Capacity"];
  return [sizeHeading(call), "Used", isHuman ? "Avail" : "Available", "Use%"];
}

function showOf({ options }: DfCall): ShowSize {
  const key = options.last("blocks", "bytes", "human", "kilobytes", "megabytes", "si");
  if (options.has("inodes")) return key === "human" || key === "si" ? SIZES[key] : String;
  if (key === "blocks") return blockSize(options.value("blocks") ?? "");
  return SIZES[key ?? "kilobytes"];
}

function rowOf(call: DfCall, names: { readonly source: string; readonly place: string }): Row {
  const space = spaceOf(call);
  const show = showOf(call);
  const numbers = [space.size, space.used, Math.max(0, space.size - space.used)].map(show);
  const type = call.options.has("type") ? [names.source === "total" ? "-" : "memory"] : [];
  return [names.source, ...type, ...numbers, percent(space), names.place];
}

/** Each column as wide as its widest; numbers to the right. */
function table(rows: readonly Row[], texts: number): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0), column === 0 ? 14 : 0),
  );
  const line = (row: Row): string =>
    row
      .map((cell, column) => {
        if (column === row.length - 1) return cell;
        const width = widths[column] ?? 0;
        const least = column === row.length - 2 ? 0 : 5;
        return column < texts ? cell.padEnd(width) : cell.padStart(Math.max(width, least));
      })
      .join(" ");
  return `${rows.map(line).join("\n")}\n`;
}

function* run(call: DfCall): Running<number> {
  const { invocation, options } = call;
  const { files, resolve, stdout } = invocation;
  const rows: Row[] = [];
  const add = (): void => void rows.push(rowOf(call, { source: "virtual", place: "/" }));
  if (options.operands.length === 0) add();
  const status = yield* eachOperand(call, {
    operands: options.operands,
    wording: quotedIfNeeded,
    work(operand) {
      files.stat(resolve(operand));
      add();
    },
  });
  if (rows.length === 0) return status;
  if (options.has("total")) rows.push(rowOf(call, { source: "total", place: "-" }));
  const type = options.has("type") ? ["Type"] : [];
  const heading = ["Filesystem", ...type, ...headingsOf(call), "Mounted on"];
  stdout.write(table([heading, ...rows], 1 + type.length));
  return status;
}

export const df = defineCommand({
  name: "df",
  description: "Show how much space is left",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
