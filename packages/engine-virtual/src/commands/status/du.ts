import { fileIdentity } from "../../files/file-identity.ts";
import type { FileStatus } from "../../files/files.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { runEachOperand } from "../each-operand.ts";
import { globMatcher } from "../glob-match.ts";
import { sizeOf, spaceOf } from "../ls-long.ts";
import { joined, lastName } from "../operands.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { blockOf, type ShowSize, SIZES } from "./size-units.ts";

const OPTIONS = {
  all: "-a --all",
  apparent: "--apparent-size",
  blocks: "-B --block-size=SIZE",
  bytes: "-b --bytes",
  total: "-c --total",
  dereferenceArgs: "-D -H --dereference-args",
  dereference: "-L --dereference",
  inodes: "--inodes",
  depth: "-d --max-depth=N",
  exclude: "--exclude=PATTERN",
  human: "-h --human-readable",
  kilobytes: "-k",
  countLinks: "-l --count-links",
  megabytes: "-m",
  noDereference: "-P --no-dereference",
  oneFileSystem: "-x --one-file-system",
  separate: "-S --separate-dirs",
  si: "--si",
  summarize: "-s --summarize",
  threshold: "-t --threshold=SIZE",
  zero: "-0 --null",
} as const;

type DuCall = Call<keyof typeof OPTIONS>;

interface Place {
  readonly path: string;
  readonly full: string;
  readonly depth: number;
}

function sizeShown({ options }: DuCall): ShowSize {
  if (options.has("inodes")) return inodesShown(options.last("human", "si"));
  const key = options.last("blocks", "bytes", "human", "kilobytes", "megabytes", "si");
  const blocks = options.given.findLast((given) => given.key === "blocks");
  if (key === "blocks" && blocks !== undefined) return blockOf(blocks).show;
  return SIZES[key === "blocks" ? "kilobytes" : (key ?? "kilobytes")];
}

/** A count has no unit, but may be short. */
const inodesShown = (key: "human" | "si" | undefined): ShowSize =>
  key === undefined ? String : SIZES[key];

function depthOf({ options }: DuCall): number {
  const text = options.value("depth");
  if (options.has("summarize")) {
    if (options.has("all")) throw new UsageError("cannot both summarize and show all entries");
    if (text !== undefined && Number(text) > 0) {
      throw new UsageError(`warning: summarizing conflicts with --max-depth=${text}`);
    }
    return 0;
  }
  return text === undefined ? Number.POSITIVE_INFINITY : Number(text);
}

function minimumOf({ options }: DuCall): number {
  const text = options.value("threshold");
  if (text === undefined) return 0;
  const size = Number(text);
  if (!/^\d+$/.test(text)) throw new CommandError(`--threshold is a number of bytes here: ${text}`);
  return size;
}

/** Adds up what is below each operand. */
class Counting {
  readonly #call: DuCall;
  readonly #show: ShowSize;
  readonly #depth: number;
  readonly #minimum: number;
  readonly #isExcluded: (path: string) => boolean;
  /** Which links count as what they lead to: none, those of the call, or all. */
  readonly #links: "dereference" | "dereferenceArgs" | "noDereference";
  /** What an earlier operand has counted is not counted again, nor is a file by another name. */
  readonly #seen = new Set<string>();
  total = 0;
  status = 0;

  constructor(call: DuCall) {
    this.#call = call;
    this.#show = sizeShown(call);
    this.#depth = depthOf(call);
    this.#minimum = minimumOf(call);
    this.#links =
      call.options.last("dereference", "dereferenceArgs", "noDereference") ?? "noDereference";
    const patterns = call.options.values("exclude").map((pattern) => globMatcher(pattern));
    this.#isExcluded = (path) =>
      patterns.some((matches) => matches(path) || matches(lastName(path)));
  }

  *add(operand: string): Running<void> {
    const { files, resolve } = this.#call.invocation;
    const full = resolve(operand);
    const status = this.#links === "noDereference" ? files.lstat(full) : files.stat(full);
    if (this.#isExcluded(operand)) return;
    this.total += yield* this.#count({ path: operand, full, depth: 0 }, status);
  }

  row(bytes: number, name: string): void {
    const end = this.#call.options.has("zero") ? "\0" : "\n";
    this.#call.invocation.stdout.write(`${this.#show(bytes)}\t${name}${end}`);
  }

  *#count(place: Place, status: FileStatus): Running<number> {
    yield;
    if (this.#wasSeen(place, status)) return 0;
    const { options } = this.#call;
    const isDirectory = status.kind === "directory";
    let own = this.#sizeOf(status);
    let below = 0;
    if (isDirectory) {
      const parts = yield* this.#countEntries(place);
      own += parts.files;
      below = parts.directories;
    }
    const shown = options.has("separate") ? own : own + below;
    const isListed = place.depth === 0 || isDirectory || options.has("all");
    if (isListed && place.depth <= this.#depth && shown >= this.#minimum)
      this.row(shown, place.path);
    return own + below;
  }

  *#countEntries({ path, full, depth }: Place): Running<{ files: number; directories: number }> {
    const { invocation } = this.#call;
    const { files } = invocation;
    const sums = { files: 0, directories: 0 };
    for (const { name } of files.list(full)) {
      const place = { path: joined(path, name), full: joined(full, name), depth: depth + 1 };
      if (this.#isExcluded(place.path)) continue;
      const follows = this.#links === "dereference";
      if (follows && !files.exists(place.full)) {
        complain(invocation, `cannot access ${quoted(place.path)}`);
        this.status = 1;
        continue;
      }
      const status = follows ? files.stat(place.full) : files.lstat(place.full);
      const size = yield* this.#count(place, status);
      sums[status.kind === "directory" ? "directories" : "files"] += size;
    }
    return sums;
  }

  #wasSeen({ full }: Place, { kind, names = [] }: FileStatus): boolean {
    const { options, invocation } = this.#call;
    const mayBeSeen =
      names.length > 1 || options.operands.length > 1 || this.#links === "dereference";
    if (!mayBeSeen || options.has("countLinks")) return false;
    const own = kind === "link" ? full : fileIdentity(invocation.files, full);
    if (this.#seen.has(own)) return true;
    this.#seen.add(own);
    return false;
  }

  #sizeOf(status: FileStatus): number {
    const { options } = this.#call;
    if (options.has("inodes")) return 1;
    return options.has("apparent", "bytes") ? sizeOf(status) : spaceOf(status);
  }
}

function* run(call: DuCall): Running<number> {
  const { operands } = call.options;
  const counting = new Counting(call);
  const status = yield* runEachOperand(call, {
    operands: operands.length === 0 ? ["."] : operands,
    wording: (operand) => `cannot access ${quoted(operand)}`,
    work: (operand) => counting.add(operand),
  });
  if (call.options.has("total")) counting.row(counting.total, "total");
  return Math.max(status, counting.status);
}

export const du = defineCommand({
  name: "du",
  description: "Show how much space files take",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  check: ({ key, value = "" }) =>
    key === "depth" && !/^\d+$/.test(value)
      ? `invalid maximum depth ${localeQuoted(value)}`
      : undefined,
  run,
});
