import type { Call } from "../define-command.ts";
import { CommandError, type Given, UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import { readSize } from "../sizes.ts";

export const SPLIT_OPTIONS = {
  length: "-a --suffix-length=N",
  additional: "--additional-suffix=SUFFIX",
  bytes: "-b --bytes=SIZE",
  lineBytes: "-C --line-bytes=SIZE",
  digits: "-d",
  numeric: "--numeric-suffixes[=FROM]",
  filter: "--filter=COMMAND",
  hex: "-x",
  hexadecimal: "--hex-suffixes[=FROM]",
  elide: "-e --elide-empty-files",
  lines: "-l --lines=NUMBER",
  number: "-n --number=CHUNKS",
  plainLines: "-NUM",
  separator: "-t --separator=SEP",
  verbose: "--verbose",
} as const;

export type SplitCall = Call<keyof typeof SPLIT_OPTIONS>;

/** How an input is cut. */
export type Cut =
  | { readonly by: "lines" | "bytes" | "lineBytes"; readonly size: number }
  | {
      readonly by: "chunks" | "chunksOfLines" | "roundRobin";
      readonly count: number;
      /** The one that goes to standard output, counted from 1. */
      readonly only: number | undefined;
    };

const KINDS = ["lines", "plainLines", "bytes", "lineBytes", "number"] as const;
const CHUNKS = { "": "chunks", "l/": "chunksOfLines", "r/": "roundRobin" } as const;
const WORDS = { lines: "lines", plainLines: "lines", bytes: "bytes", lineBytes: "bytes" } as const;

/** The one chunk that is wanted, of `count`. */
function onlyOf(text: string | undefined, count: number): number | undefined {
  if (text === undefined) return undefined;
  const only = Number(text);
  if (only === 0 || only > count)
    throw new CommandError(`invalid chunk number: ${localeQuoted(text)}`);
  return only;
}

function chunksOf(text: string): Cut {
  const [, kind, only, number] = /^(l\/|r\/|)(?:(\d+)\/)?(\d+)$/.exec(text) ?? [];
  const count = Number(number ?? "0");
  if (count === 0) {
    const shown = text.replace(/^[lr]\//, "");
    throw new CommandError(`invalid number of chunks: ${localeQuoted(shown)}${outOfRange(shown)}`);
  }
  const by = kind === "l/" || kind === "r/" ? CHUNKS[kind] : "chunks";
  return { by, count, only: onlyOf(only, count) };
}

/** The number that the first file has, by the option that tells it. */
const FIRSTS: Readonly<Record<string, { readonly form: RegExp; readonly name: string }>> = {
  numeric: { form: /^\d*$/, name: "numerical" },
  hexadecimal: { form: /^[\da-f]*$/i, name: "hexadecimal" },
};

/** A wrong number is refused before what comes behind it. */
export function checkSplit({ key, value = "" }: Given): undefined {
  const kind = KINDS.find((known) => known === key);
  if (kind !== undefined) cutBy(kind, value);
  if (key === "length" && !/^\d+$/.test(value)) {
    throw new CommandError(`invalid suffix length: ${localeQuoted(value)}`);
  }
  const first = FIRSTS[key];
  if (first?.form.test(value) === false) {
    throw new UsageError(`${localeQuoted(value)}: invalid start value for ${first.name} suffix`);
  }
}

export function cutOf({ options }: SplitCall): Cut {
  const given = options.given.filter(({ key }) => KINDS.some((kind) => kind === key));
  const [first, second] = given;
  if (second !== undefined) throw new UsageError("cannot split in more than one way");
  if (first === undefined) return { by: "lines", size: 1000 };
  return cutBy(KINDS.find((key) => key === first.key) ?? "lines", first.value ?? "");
}

function cutBy(kind: (typeof KINDS)[number], text: string): Cut {
  if (kind === "number") return chunksOf(text);
  const size = readSize(text);
  if (size === undefined || size === 0) {
    const words = `invalid number of ${WORDS[kind]}: ${localeQuoted(text)}`;
    throw new CommandError(words + outOfRange(text));
  }
  return { by: kind === "plainLines" ? "lines" : kind, size };
}

/** `strtol` has its own words for a number that is too small. */
const outOfRange = (text: string): string =>
  /^0+$/.test(text) ? ": Numerical result out of range" : "";

const SEPARATOR = /^(?:\\0|.)$/s;

/** The byte that ends a line. */
export function separatorOf({ options }: SplitCall): number {
  const text = options.value("separator");
  if (text === undefined) return 10;
  if (text === "") throw new CommandError("empty record separator");
  if (!SEPARATOR.test(text))
    throw new CommandError(`multi-character separator ${localeQuoted(text)}`);
  return text === "\\0" ? 0 : text.charCodeAt(0);
}
