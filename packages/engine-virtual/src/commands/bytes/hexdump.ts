import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import { ReadAhead } from "../read-ahead.ts";
import { readSize } from "../sizes.ts";
import { ByteReader } from "./byte-reader.ts";
import { Concatenated } from "./concatenated.ts";
import { Squeeze } from "./squeeze.ts";

const OPTIONS = {
  canonical: "-C --canonical",
  length: "-n --length=LENGTH",
  skip: "-s --skip=OFFSET",
  all: "-v --no-squeezing",
  words: "-x --two-bytes-hex",
} as const;

type HexdumpCall = Call<keyof typeof OPTIONS>;

const BLOCK = 16;

function sizeOf({ options }: HexdumpCall, key: "length" | "skip"): number | undefined {
  const text = options.value(key);
  if (text === undefined) return undefined;
  const size = readSize(text) ?? Number(text);
  if (!Number.isSafeInteger(size)) throw new CommandError(`failed to parse ${key}: '${text}'`);
  return size;
}

const hex = (number: number, width: number): string => number.toString(16).padStart(width, "0");

function canonical(offset: number, bytes: Uint8Array): string {
  const half = (from: number): string =>
    Array.from(bytes.subarray(from, from + 8), (byte) => hex(byte, 2))
      .join(" ")
      .padEnd(23);
  const text = Array.from(bytes, (byte) =>
    byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".",
  );
  return `${hex(offset, 8)}  ${half(0)}  ${half(8)}  |${text.join("")}|\n`;
}

/** Words of two bytes, the low one first; `-x` sets them further apart. */
function inWords(offset: number, bytes: Uint8Array, gap: string): string {
  let line = hex(offset, 7);
  for (let at = 0; at < BLOCK; at += 2) {
    const word = hex((bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256, 4);
    line += gap + (at < bytes.length ? word : "    ");
  }
  return `${line}\n`;
}

function lineOf({ options }: HexdumpCall): (offset: number, bytes: Uint8Array) => string {
  if (options.has("canonical")) return canonical;
  const gap = options.has("words") ? "    " : " ";
  return (offset, bytes) => inWords(offset, bytes, gap);
}

function* shown(call: HexdumpCall, reader: ByteReader): Running<number> {
  const { options, invocation } = call;
  const squeeze = new Squeeze(options.has("all"));
  const line = lineOf(call);
  let offset = sizeOf(call, "skip") ?? 0;
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

function* run(call: HexdumpCall): Running<number> {
  const { invocation, options } = call;
  const input = new Concatenated(invocation, options.operands);
  const ahead = new ReadAhead(input);
  const reader = new ByteReader(ahead);
  yield* reader.skip(sizeOf(call, "skip") ?? 0);
  const end = yield* shown(call, reader);
  ahead.leave(reader.rest);
  if (!input.isOpen) {
    complain(invocation, "all input file arguments failed");
    return 1;
  }
  if (end > 0) invocation.stdout.write(`${hex(end, options.has("canonical") ? 8 : 7)}\n`);
  return input.status;
}

export const hexdump = defineCommand({
  name: "hexdump",
  description: "Show files in hexadecimal",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
