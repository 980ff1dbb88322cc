import { humanSize } from "../ls-long.ts";
import { CommandError, type Given } from "../options.ts";
import { readSize } from "../sizes.ts";

/** How du and df write a number of bytes. */
export type ShowSize = (bytes: number) => string;

const inBlocksOf =
  (block: number): ShowSize =>
  (bytes) =>
    String(Math.ceil(bytes / block));

/** `1.5k`, `12M` by powers of 1,000. */
function siSize(bytes: number): string {
  const units = ["", "k", "M", "G", "T", "P"];
  let number = bytes;
  let unit = 0;
  while (number >= 1000 && unit < units.length - 1) {
    number /= 1000;
    unit += 1;
  }
  const tenths = Math.ceil(number * 10) / 10;
  const text = unit > 0 && tenths < 10 ? tenths.toFixed(1) : String(Math.ceil(number));
  return text + (units[unit] ?? "");
}

/** `k` and `KB` are shown as `K` and `kB`. */
const suffixOf = (unit: string): string =>
  unit.endsWith("B") && !unit.endsWith("iB")
    ? unit.replace(/^[Kk]/, "k")
    : unit.charAt(0).toUpperCase() + unit.slice(1);

export interface Block {
  readonly show: ShowSize;
  /** Bytes in one; `undefined` where each size has a unit of its own. */
  readonly size: number | undefined;
}

/** `-B SIZE`: a number, or a unit that is shown behind each size, as in `-BM`. */
export function blockOf({ as, value: text = "" }: Given): Block {
  if (text === "human-readable") return { show: humanSize, size: undefined };
  if (text === "si") return { show: siSize, size: undefined };
  const isUnit = /^[KMGTPE](?:B|iB)?$/i.test(text);
  const size = readSize(isUnit ? `1${text}` : text);
  if (size === undefined || size === 0) {
    throw new CommandError(`invalid ${as} argument '${text}'`);
  }
  const show = inBlocksOf(size);
  return { show: isUnit ? (bytes) => show(bytes) + suffixOf(text) : show, size };
}

export const SIZES = {
  human: humanSize,
  si: siSize,
  kilobytes: inBlocksOf(1024),
  megabytes: inBlocksOf(1024 ** 2),
  bytes: String,
} as const satisfies Readonly<Record<string, ShowSize>>;
