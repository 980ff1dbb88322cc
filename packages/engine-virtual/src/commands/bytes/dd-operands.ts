import type { Call } from "../define-command.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import { readSize } from "../sizes.ts";

const CONVERSIONS = [
  ...["excl", "fdatasync", "fsync", "lcase", "nocreat", "noerror", "notrunc", "swab", "sync"],
  "ucase",
] as const;
const FLAGS = ["append", "count_bytes", "fullblock", "seek_bytes", "skip_bytes"] as const;
const STATUSES = ["none", "noxfer", "progress"] as const;

/** What a call of dd is to do. */
export interface Dd {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly blockIn: number;
  readonly blockOut: number;
  /** In bytes. */
  readonly skip: number;
  readonly seek: number;
  readonly most: Most;
  readonly conversions: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
  readonly status: (typeof STATUSES)[number] | undefined;
}

export interface Most {
  readonly blocks: number;
  readonly bytes: number;
}

const UNITS: Readonly<Record<string, number>> = { c: 1, w: 2 };

/** A number as dd takes it, with products such as `2x1K`; B is for bytes. */
function product(text: string): number {
  let all = 1;
  for (const part of text.replace(/B$/, "").split("x")) {
    const [, digits = "", unit = ""] = /^(\d+)([cw])$/.exec(part) ?? [];
    const number = digits === "" ? readSize(part) : Number(digits) * (UNITS[unit] ?? 1);
    if (number === undefined) throw new CommandError(`invalid number: ${localeQuoted(text)}`);
    all *= number;
  }
  return all;
}

type Words = ReadonlyMap<string, string>;

const KNOWN = new Set([
  ...["if", "of", "bs", "ibs", "obs", "count", "skip", "iseek", "seek", "oseek", "conv", "iflag"],
  ...["oflag", "status"],
]);

function wordsOf({ options }: Call): Words {
  const words = new Map<string, string>();
  for (const word of options.operands) {
    const end = word.indexOf("=");
    const key = word.slice(0, Math.max(0, end));
    if (!KNOWN.has(key)) throw new UsageError(`unrecognized operand ${localeQuoted(word)}`);
    words.set(key, word.slice(end + 1));
  }
  return words;
}

function size(words: Words, keys: readonly string[], fallback: number): number {
  const key = keys.find((one) => words.has(one)) ?? "";
  const text = words.get(key);
  if (text === undefined) return fallback;
  const number = product(text);
  if (number === 0) throw new CommandError(`invalid number: ${localeQuoted(text)}`);
  return number;
}

interface Amount {
  readonly words: Words;
  readonly keys: readonly string[];
  readonly block: number;
  readonly inBytes: boolean;
}

function bytesOf({ words, keys, block, inBytes }: Amount): number {
  const text = words.get(keys.find((key) => words.has(key)) ?? "");
  if (text === undefined) return 0;
  return product(text) * (inBytes || text.endsWith("B") ? 1 : block);
}

function setOf(text: string | undefined, known: readonly string[], what: string): Set<string> {
  const names = text === undefined || text === "" ? [] : text.split(",");
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new UsageError(`invalid ${what}: ${localeQuoted(wrong)}`);
  return new Set(names);
}

/** Which conversions undo each other. */
const ASUNDER = [
  ["lcase", "ucase"],
  ["excl", "nocreat"],
] as const;

function conversionsOf(text: string | undefined): Set<string> {
  const conversions = setOf(text, CONVERSIONS, "conversion");
  const wrong = ASUNDER.find((names) => names.every((name) => conversions.has(name)));
  if (wrong !== undefined) throw new CommandError(`cannot combine ${wrong.join(" and ")}`);
  return conversions;
}

function mostOf(words: Words, inBytes: boolean): Most {
  const text = words.get("count");
  const none = Number.POSITIVE_INFINITY;
  if (text === undefined) return { blocks: none, bytes: none };
  const count = product(text);
  return inBytes || text.endsWith("B")
    ? { blocks: none, bytes: count }
    : { blocks: count, bytes: none };
}

function statusOf(words: Words): Dd["status"] {
  const text = words.get("status");
  const status = STATUSES.find((name) => name === text);
  if (text !== undefined && status === undefined) {
    throw new UsageError(`invalid status level: ${localeQuoted(text)}`);
  }
  return status;
}

/** Reads the operands of dd, such as `bs=1K`. */
export function parseDd(call: Call): Dd {
  const words = wordsOf(call);
  const flags = new Set([
    ...setOf(words.get("iflag"), FLAGS, "input flag"),
    ...setOf(words.get("oflag"), FLAGS, "output flag"),
  ]);
  const blockIn = size(words, ["bs", "ibs"], 512);
  const blockOut = size(words, ["bs", "obs"], 512);
  const skipBytes = flags.has("skip_bytes");
  const seekBytes = flags.has("seek_bytes");
  return {
    from: words.get("if"),
    to: words.get("of"),
    blockIn,
    blockOut,
    skip: bytesOf({ words, keys: ["skip", "iseek"], block: blockIn, inBytes: skipBytes }),
    seek: bytesOf({ words, keys: ["seek", "oseek"], block: blockOut, inBytes: seekBytes }),
    most: mostOf(words, flags.has("count_bytes")),
    conversions: conversionsOf(words.get("conv")),
    flags,
    status: statusOf(words),
  };
}
