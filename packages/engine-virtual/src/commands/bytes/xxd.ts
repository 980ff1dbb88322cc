import { FileError } from "../../files/errors.ts";
import type { Command, Input, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { ReadAhead } from "../read-ahead.ts";
import { readBounded } from "../read-bounded.ts";
import { ByteReader } from "./byte-reader.ts";

const OPTIONS = {
  bits: "-b --bits",
  columns: "-c --cols=COLS",
  group: "-g --groupsize=BYTES",
  include: "-i --include",
  length: "-l --len=LEN",
  plain: "-p --ps --postscript --plain",
  reverse: "-r --revert",
  seek: "-s --seek=OFFSET",
  upper: "-u",
} as const;

type XxdCall = Call<keyof typeof OPTIONS>;

interface Style {
  readonly columns: number;
  readonly group: number;
  readonly show: (byte: number) => string;
}

function numberOf({ options }: XxdCall, key: keyof typeof OPTIONS, fallback: number): number {
  const text = options.value(key);
  if (text === undefined) return fallback;
  const number = Number(text.replace(/^0(?=[0-7]+$)/, "0o"));
  if (!Number.isSafeInteger(number)) throw new CommandError(`invalid number '${text}'`);
  return number;
}

function styleOf(call: XxdCall): Style {
  const { options } = call;
  const isBits = options.has("bits");
  const standard = options.has("plain") ? 30 : options.has("include") ? 12 : isBits ? 6 : 16;
  const columns = numberOf(call, "columns", standard) || standard;
  if (columns > 256) throw new CommandError("invalid number of columns (max. 256).");
  const group = numberOf(call, "group", isBits ? 1 : 2) || columns;
  const [base, width] = isBits ? ([2, 8] as const) : ([16, 2] as const);
  const show = (byte: number): string => {
    const text = byte.toString(base).padStart(width, "0");
    return options.has("upper") ? text.toUpperCase() : text;
  };
  return { columns, group, show };
}

const asText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join(
    "",
  );

function row({ columns, group, show }: Style, offset: number, bytes: Uint8Array): string {
  const width = show(0).length * columns + Math.ceil(columns / group);
  let hex = "";
  for (const [index, byte] of bytes.entries()) {
    hex += show(byte) + ((index + 1) % group === 0 ? " " : "");
  }
  return `${offset.toString(16).padStart(8, "0")}: ${hex.padEnd(width)} ${asText(bytes)}\n`;
}

function* shown(call: XxdCall, input: Input): Running<void> {
  const { options, invocation } = call;
  const style = styleOf(call);
  const ahead = new ReadAhead(input);
  const reader = new ByteReader(ahead);
  let offset = numberOf(call, "seek", 0);
  let left = numberOf(call, "length", Number.POSITIVE_INFINITY);
  yield* reader.skip(offset);
  for (let rows = 1; ; rows += 1) {
    const bytes = yield* reader.take(Math.min(style.columns, left));
    if (bytes.length === 0) break;
    const plain = (): string => `${Array.from(bytes, style.show).join("")}\n`;
    invocation.stdout.write(options.has("plain") ? plain() : row(style, offset, bytes));
    offset += bytes.length;
    left -= bytes.length;
    if (rows % 64 === 0) yield;
  }
  ahead.leave(reader.rest, { seeks: false });
}

/** A file as an array in C; standard input has no name, and no frame. */
function* included(call: XxdCall, input: Input): Running<void> {
  const { stdout } = call.invocation;
  const { columns } = styleOf(call);
  const [operand] = call.options.operands;
  const reader = new ByteReader(input);
  yield* reader.skip(numberOf(call, "seek", 0));
  const length = numberOf(call, "length", Number.POSITIVE_INFINITY);
  const bytes = yield* reader.take(length);
  const digits = call.options.has("upper") ? "0X" : "0x";
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += columns) {
    const part = Array.from(bytes.subarray(at, at + columns), (byte) => {
      const hex = byte.toString(16).padStart(2, "0");
      return digits + (call.options.has("upper") ? hex.toUpperCase() : hex);
    });
    lines.push(`  ${part.join(", ")}`);
    if (lines.length % 64 === 0) yield;
  }
  const body = lines.length === 0 ? "" : `${lines.join(",\n")}\n`;
  if (operand === undefined || operand === "-") {
    stdout.write(body);
    return;
  }
  const name = operand.replaceAll(/[^a-zA-Z0-9]/g, "_").replace(/^(?=\d)/, "__");
  stdout.write(`unsigned char ${name}[] = {\n${body}};\n`);
  stdout.write(`unsigned int ${name}_len = ${bytes.length};\n`);
}

const HEX_LINE = /^\s*([\da-fA-F]+):\s?((?:[\da-fA-F]{2,} ?)*)/;

/** The bytes of one line of a dump, and where they go. */
function reversed(line: string, isPlain: boolean): { at: number | undefined; bytes: Buffer } {
  if (isPlain) return { at: undefined, bytes: Buffer.from(line.replaceAll(/\s/g, ""), "hex") };
  const [, offset, hex = ""] = HEX_LINE.exec(line) ?? [];
  if (offset === undefined) return { at: undefined, bytes: Buffer.alloc(0) };
  return { at: Number.parseInt(offset, 16), bytes: Buffer.from(hex.replaceAll(" ", ""), "hex") };
}

function* reverted(call: XxdCall, input: Input): Running<void> {
  const { stdout } = call.invocation;
  const isPlain = call.options.has("plain");
  const text = Buffer.from(yield* readBounded(call.invocation, input)).toString("latin1");
  if (isPlain) {
    stdout.write(reversed(text, true).bytes);
    return;
  }
  let end = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const { at = end, bytes } = reversed(line, false);
    if (at > end) stdout.write(zeros(at - end));
    if (at < end) throw new CommandError("sorry, cannot seek backwards.");
    stdout.write(bytes);
    end = at + bytes.length;
    if (index % 1000 === 0) yield;
  }
}

const MOST_ZEROS = 16 * 2 ** 20;

function zeros(length: number): Uint8Array {
  if (length > MOST_ZEROS) throw new CommandError("a gap this long is not supported here");
  return new Uint8Array(length);
}

function* run(call: XxdCall): Running<number> {
  const { invocation, options } = call;
  const [operand = "-", output] = options.operands;
  if (output !== undefined) throw new UsageError("an output file is not supported here: use >");
  try {
    const input = openInput(invocation, operand);
    if (options.has("reverse")) yield* reverted(call, input);
    else if (options.has("include")) yield* included(call, input);
    else yield* shown(call, input);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    // A directory can be opened, and is named no more when it is read.
    const isRead = error.code === "EISDIR";
    if (isRead && options.has("reverse")) return 0;
    complain(invocation, isRead ? error.message : `${operand}: ${error.message}`);
    return 2;
  }
  return 0;
}

const defined = defineCommand({
  name: "xxd",
  description: "Make a hex dump, or a file from one",
  usage: "[OPTION]... [FILE]",
  options: OPTIONS,
  run,
});

/** `-ps`, `-cols` and their like have one dash. */
const LONG = /^-(?=(?:ps|plain|postscript|bits|cols|groupsize|include|len|revert|seek)$)/;

export const xxd: Command = {
  ...defined,
  run: (invocation) =>
    defined.run({ ...invocation, args: invocation.args.map((word) => word.replace(LONG, "--")) }),
};
