import type { Command, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { CommandError, type Given } from "../options.ts";
import { ReadAhead } from "../read-ahead.ts";
import { readSize } from "../sizes.ts";
import { ByteReader } from "./byte-reader.ts";
import { Concatenated } from "./concatenated.ts";
import type { OdLayout } from "./od-line.ts";
import { layoutOf, odLines } from "./od-line.ts";
import { type OdType, parseTypes } from "./od-types.ts";
import { Squeeze } from "./squeeze.ts";

const OPTIONS = {
  radix: "-A --address-radix=RADIX",
  skip: "-j --skip-bytes=BYTES",
  count: "-N --read-bytes=BYTES",
  type: "-t --format=TYPE",
  duplicates: "-v --output-duplicates",
  width: "-w[=BYTES] --width[=BYTES]",
  a: "-a",
  o1: "-b",
  c: "-c",
  u2: "-d",
  fF: "-f",
  dI: "-i",
  dL: "-l",
  o2: "-o",
  d2: "-s",
  x2: "-x",
} as const;

type OdCall = Call<keyof typeof OPTIONS>;

/** The letters that stand for a type of their own. */
const SHORT = new Set(["a", "o1", "c", "u2", "fF", "dI", "dL", "o2", "d2", "x2"]);

function typesOf({ options }: OdCall): readonly OdType[] {
  const types = options.given.flatMap(({ key, value }) => {
    if (key === "type") return parseTypes(value ?? "");
    return SHORT.has(key) ? parseTypes(key) : [];
  });
  return types.length === 0 ? parseTypes("o2") : types;
}

const RADIX: Readonly<Record<string, { base: number; width: number }>> = {
  o: { base: 8, width: 7 },
  d: { base: 10, width: 7 },
  x: { base: 16, width: 6 },
  n: { base: 10, width: 0 },
};

/** How an address is written. */
function addressOf({ options }: OdCall): (offset: number) => string {
  const { base, width } = RADIX[(options.value("radix") ?? "o").charAt(0)] ?? {
    base: 10,
    width: 0,
  };
  return width === 0 ? () => "" : (offset) => offset.toString(base).padStart(width, "0");
}

function checkRadix(text: string): void {
  const letter = text.charAt(0);
  if (RADIX[letter] !== undefined) return;
  const words = "it must be one character from [doxn]";
  const shown = letter === "" ? "\0" : letter;
  throw new CommandError(`invalid output address radix '${shown}'; ${words}`);
}

function checkType(text: string): string | undefined {
  try {
    parseTypes(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.message;
  }
}

/** What is wrong with a value; what is no type ends the call. */
function check({ key, value }: Given): string | undefined {
  if (value === undefined) return undefined;
  if (key === "skip" || key === "count" || key === "width") sizeIn(value, key);
  if (key === "radix") checkRadix(value);
  return key === "type" ? checkType(value) : undefined;
}

/** Sizes may be octal or hexadecimal here, as in C. */
function sizeOf({ options }: OdCall, key: "skip" | "count"): number | undefined {
  const text = options.value(key);
  return text === undefined ? undefined : sizeIn(text, key);
}

const LETTERS = { skip: "-j", count: "-N", width: "-w" } as const;

function sizeIn(text: string, key: keyof typeof LETTERS): number {
  const size = /^0x[\da-f]+$|^0[0-7]+$/i.test(text)
    ? Number(text.replace(/^0(?=[0-7])/, "0o"))
    : readSize(text);
  if (size === undefined) {
    throw new CommandError(`invalid ${LETTERS[key]} argument '${text}'`);
  }
  return size;
}

function blockOf({ invocation, options }: OdCall, types: readonly OdType[]): number {
  const largest = Math.max(...types.map(({ size }) => size));
  if (!options.has("width")) return Math.max(1, Math.floor(16 / largest)) * largest;
  const width = Number(options.value("width") ?? "32");
  if (width > 0 && width % largest === 0) return width;
  complain(invocation, `warning: invalid width ${width}; using ${largest} instead`);
  return largest;
}

interface Dump {
  readonly call: OdCall;
  readonly layout: OdLayout;
  readonly address: (offset: number) => string;
}

/** Shows all that comes; gives the address behind it. */
function* dumped({ call, layout, address }: Dump, reader: ByteReader): Running<number> {
  const squeeze = new Squeeze(call.options.has("duplicates"));
  let offset = sizeOf(call, "skip") ?? 0;
  let left = sizeOf(call, "count") ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const bytes = yield* reader.take(Math.min(layout.block, left));
    if (bytes.length === 0) return offset;
    const start = address(offset);
    call.invocation.stdout.write(squeeze.lines(bytes, () => odLines(layout, start, bytes)));
    offset += bytes.length;
    left -= bytes.length;
    if ((offset / layout.block) % 64 < 1) yield;
  }
}

function* run(call: OdCall): Running<number> {
  const { invocation, options } = call;
  const types = typesOf(call);
  const address = addressOf(call);
  const indent = " ".repeat(address(0).length);
  const layout = layoutOf(types, blockOf(call, types), indent);
  const input = new Concatenated(invocation, options.operands);
  const ahead = new ReadAhead(input, 1);
  const reader = new ByteReader(ahead);
  const skip = sizeOf(call, "skip") ?? 0;
  if ((yield* reader.skip(skip)) < skip) {
    throw new CommandError("cannot skip past end of combined input");
  }
  const end = address(yield* dumped({ call, layout, address }, reader));
  ahead.leave(reader.rest);
  if (end !== "" && input.isOpen) invocation.stdout.write(`${end}\n`);
  return input.status;
}

const defined = defineCommand({
  name: "od",
  description: "Show files in octal and other formats",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  check,
  endsInHint: false,
  run,
});

/** `-w16`: the only letter whose value may be missing. */
const withLongWidth = (args: readonly string[]): readonly string[] =>
  args.map((word) => word.replace(/^-w(?=\d+$)/, "--width="));

export const od: Command = {
  ...defined,
  run: (invocation) => defined.run({ ...invocation, args: withLongWidth(invocation.args) }),
};
