import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import { ReadAhead } from "../read-ahead.ts";
import { readSize } from "../sizes.ts";
import { ByteReader } from "./byte-reader.ts";
import { Concatenated } from "./concatenated.ts";
import { endLine, type FormatName, lineOf } from "./hexdump-formats.ts";
import { Squeeze } from "./squeeze.ts";

const OPTIONS = {
  octalBytes: "-b --one-byte-octal",
  characters: "-c --one-byte-char",
  canonical: "-C --canonical",
  decimalWords: "-d --two-bytes-decimal",
  length: "-n --length=LENGTH",
  skip: "-s --skip=OFFSET",
  octalWords: "-o --two-bytes-octal",
  all: "-v --no-squeezing",
  words: "-x --two-bytes-hex",
} as const;

type HexdumpCall = Call<keyof typeof OPTIONS>;

const FORMAT_NAMES: readonly FormatName[] = [
  ...(["octalBytes", "characters", "canonical", "decimalWords", "octalWords", "words"] as const),
];

const BLOCK = 16;

function sizeOf({ options }: HexdumpCall, key: "length" | "skip"): number | undefined {
  const text = options.value(key);
  return text === undefined ? undefined : sizeIn(text, key);
}

function sizeIn(text: string, key: "length" | "skip"): number {
  const size = readSize(text) ?? Number(text === "" ? Number.NaN : text);
  if (Number.isSafeInteger(size) && size >= 0) return size;
  const what = key === "skip" ? "offset" : key;
  throw new CommandError(`failed to parse ${what}: '${text}': Invalid argument`);
}

/** Each in its turn. */
function formatsIn({ options }: HexdumpCall): readonly FormatName[] {
  return options.given.flatMap(({ key }) => FORMAT_NAMES.filter((name) => name === key));
}

function* shown(call: HexdumpCall, reader: ByteReader, from: number): Running<number> {
  const { options, invocation } = call;
  const squeeze = new Squeeze(options.has("all"));
  const line = lineOf(formatsIn(call));
  let offset = from;
  let left = sizeOf(call, "length") ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const bytes = yield* reader.take(Math.min(BLOCK, left));
    if (bytes.length === 0) return offset;
    const start = offset;
    invocation.stdout.write(squeeze.lines(bytes, () => line(start, bytes)));
    offset += bytes.length;
    left -= bytes.length;
    if ((offset / BLOCK) % 64 < 1) yield;
  }
}

/** Where the first byte stands; a file at standard input can be skipped beyond its end. */
function* skipped(call: HexdumpCall, reader: ByteReader): Running<number> {
  const { invocation, options } = call;
  const skip = sizeOf(call, "skip") ?? 0;
  const there = yield* reader.skip(skip);
  return options.operands.length === 0 && invocation.stdin.path !== undefined ? skip : there;
}

function* run(call: HexdumpCall): Running<number> {
  const { invocation, options } = call;
  const input = new Concatenated(invocation, options.operands);
  const ahead = new ReadAhead(input);
  const reader = new ByteReader(ahead);
  if (sizeOf(call, "length") === 0) return 0;
  const end = yield* shown(call, reader, yield* skipped(call, reader));
  ahead.leave(reader.rest);
  if (!input.isOpen) {
    // Where it has bytes to skip, it looks for them in what is not open.
    const state = sizeOf(call, "skip") === undefined ? "" : "stdin: Bad file descriptor";
    complain(invocation, state || "all input file arguments failed");
    return 1;
  }
  if (end > 0) invocation.stdout.write(endLine(formatsIn(call), end));
  // What can be opened, and not read, is no failure.
  return input.hasMissing ? 1 : 0;
}

export const hexdump = defineCommand({
  name: "hexdump",
  description: "Show files in hexadecimal",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  check({ key, value = "" }) {
    if (key === "length" || key === "skip") sizeIn(value, key);
    return undefined;
  },
  run,
});
