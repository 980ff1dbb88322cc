import { COLUMNS, type ColumnName } from "./df-columns.ts";
import type { DfCall } from "./df-options.ts";

/** Whether a number can be divided by 1,024 more often than by 1,000. */
function isBinary(size: number): boolean {
  let thousands = size;
  let binary = size;
  while (thousands % 1000 === 0 && binary % 1024 === 0) {
    thousands /= 1000;
    binary /= 1024;
  }
  return binary % 1024 === 0;
}

/** `1K`, `4K`, `10kB`, `512B`. */
function sizeOfBlock(size: number, given: string | undefined): string {
  const base = isBinary(size) ? 1024 : 1000;
  let number = size;
  let unit = 0;
  while (number >= base && unit < 6) {
    number /= base;
    unit += 1;
  }
  const tenths = Math.ceil(number * 10) / 10;
  const text = String(tenths < 10 ? tenths : Math.ceil(number));
  const letter = base === 1024 ? "KMGTPE".charAt(unit - 1) : "kMGTPE".charAt(unit - 1);
  const binary = given?.endsWith("iB") === true ? "iB" : "";
  return text + letter + (base === 1024 ? binary : "B");
}

function sizeHeading({ options }: DfCall, block: number, isPosix: boolean): string {
  if (isPosix) return `${block}-blocks`;
  const isGiven = options.last("blocks", "kilobytes", "megabytes") === "blocks";
  return `${sizeOfBlock(block, isGiven ? options.value("blocks") : undefined)}-blocks`;
}

/** The headings of a call, which say what the sizes are counted in; people have short ones. */
export function headingOf(call: DfCall, name: ColumnName, block: number | undefined): string {
  const { options } = call;
  const short = COLUMNS[name].heading;
  if (block === undefined) return short;
  const isPosix = options.has("posix");
  if (name === "size") return sizeHeading(call, block, isPosix);
  if (name === "pcent" && isPosix) return "Capacity";
  return name === "avail" && !options.has("output") ? "Available" : short;
}
