import { FileError } from "../../files/errors.ts";
import type { Command, Input, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { ReadAhead } from "../read-ahead.ts";
import { readBounded } from "../read-bounded.ts";
import { ByteReader } from "./byte-reader.ts";
import { type DumpOutput, DumpReader } from "./dump-reader.ts";

const OPTIONS = {
  autoskip: "-a --autoskip",
  bits: "-b --bits",
  capitals: "-C --capitalize",
  columns: "-c --cols=COLS",
  decimal: "-d",
  group: "-g --groupsize=BYTES",
  include: "-i --include",
  length: "-l --len=LEN",
  name: "-n --name=NAME",
  offset: "-o=OFFSET",
  plain: "-p --ps --postscript --plain",
  reverse: "-r --revert",
  seek: "-s --seek=OFFSET",
  upper: "-u",
} as const;

type XxdCall = Call<keyof typeof OPTIONS>;

interface Style {
  readonly columns: number;
  readonly group: number;
  readonly offsetBase: 10 | 16;
  readonly show: (byte: number) => string;
}

function numberOf({ options }: XxdCall, key: keyof typeof OPTIONS, fallback: number): number {
  const text = options.value(key);
  return text === undefined ? fallback : wholeNumber(text);
}

function wholeNumber(text: string): number {
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
  return { columns, group, offsetBase: options.has("decimal") ? 10 : 16, show };
}

const asText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join(
    "",
  );

function row(
  { columns, group, offsetBase, show }: Style,
  offset: number,
  bytes: Uint8Array,
): string {
  const width = show(0).length * columns + Math.ceil(columns / group);
  let hex = "";
  for (const [index, byte] of bytes.entries()) {
    hex += show(byte) + ((index + 1) % group === 0 ? " " : "");
  }
  return `${offset.toString(offsetBase).padStart(8, "0")}: ${hex.padEnd(width)} ${asText(bytes)}\n`;
}

/** Writes rows; with `-a`, a `*` in the place of rows of zeros between two of them. */
class Rows {
  readonly #call: XxdCall;
  readonly #skips: boolean;
  /** What follows a first row of zeros, as far as it is not written. */
  #zeros: readonly string[] | undefined;

  constructor(call: XxdCall) {
    this.#call = call;
    this.#skips = call.options.has("autoskip");
  }

  /** A row that is not whole is never left out. */
  add(text: string, bytes: Uint8Array, isWhole: boolean): void {
    const isZero = this.#skips && isWhole && bytes.every((byte) => byte === 0);
    if (isZero && this.#zeros !== undefined) {
      this.#zeros = this.#zeros.length < 2 ? [...this.#zeros, text] : ["*\n", "*\n", text];
      return;
    }
    const [first, ...others] = this.#zeros ?? [];
    this.#write(others.length > 0 ? "*\n" : (first ?? ""));
    this.#write(text);
    this.#zeros = isZero ? [] : undefined;
  }

  end(): void {
    const [first = "", second = "", third] = this.#zeros ?? [];
    this.#write(third === undefined ? first + second : `*\n${third}`);
  }

  #write(text: string): void {
    this.#call.invocation.stdout.write(text);
  }
}

/** Where it begins: from the end of a file, where the offset is below zero. */
function startIn(call: XxdCall, { isSeekable, size }: Input): number {
  const text = call.options.value("seek") ?? "0";
  const start = wholeNumber(text.replace(/^\+(?=-?\d)/, ""));
  if (start >= 0) return start;
  // Behind a plus it is counted from where the input is, which is its start.
  if (size === undefined || -start > size || isSeekable === false || text.startsWith("+"))
    throw new CommandError("Sorry, cannot seek.", 4);
  return size + start;
}

function* shown(call: XxdCall, input: Input): Running<void> {
  const { options, invocation } = call;
  const style = styleOf(call);
  const ahead = new ReadAhead(input);
  const reader = new ByteReader(ahead);
  const start = startIn(call, input);
  let offset = start + numberOf(call, "offset", 0);
  let left = numberOf(call, "length", Number.POSITIVE_INFINITY);
  const rows = new Rows(call);
  yield* reader.skip(start);
  for (let count = 1; ; count += 1) {
    const bytes = yield* reader.take(Math.min(style.columns, left));
    if (bytes.length === 0) break;
    if (options.has("plain"))
      invocation.stdout.write(`${Array.from(bytes, style.show).join("")}\n`);
    else rows.add(row(style, offset, bytes), bytes, bytes.length === style.columns);
    offset += bytes.length;
    left -= bytes.length;
    if (count % 64 === 0) yield;
  }
  rows.end();
  ahead.leave(reader.rest, { seeks: false });
}

/** A file as an array in C; standard input has no name, and no frame. */
function* included(call: XxdCall, input: Input): Running<void> {
  const { stdout } = call.invocation;
  const { columns } = styleOf(call);
  const [operand] = call.options.operands;
  const reader = new ByteReader(input);
  yield* reader.skip(startIn(call, input));
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
  const given = call.options.value("name") ?? (operand === "-" ? undefined : operand);
  if (given === undefined) {
    stdout.write(body);
    return;
  }
  const plain = given.replaceAll(/[^a-zA-Z0-9]/g, "_").replace(/^(?=\d)/, "__");
  const isCapital = call.options.has("capitals");
  const name = isCapital ? plain.toUpperCase() : plain;
  stdout.write(`unsigned char ${name}[] = {\n${body}};\n`);
  stdout.write(`unsigned int ${name}_${isCapital ? "LEN" : "len"} = ${bytes.length};\n`);
}

const MOST_ZEROS = 16 * 2 ** 20;

function zeros(length: number): Uint8Array {
  if (length > MOST_ZEROS) throw new CommandError("a gap this long is not supported here");
  return new Uint8Array(length);
}

/** What a dump was made of, at its offsets. */
class Reverted implements DumpOutput {
  readonly #write: (bytes: Uint8Array) => void;
  #bytes: number[] = [];
  #end = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  seek(offset: number): void {
    if (offset === this.#end) return;
    if (offset < this.#end) throw new CommandError("Sorry, cannot seek backwards.", 5);
    this.flush();
    this.#write(zeros(offset - this.#end));
    this.#end = offset;
  }

  put(byte: number): void {
    this.#bytes.push(byte);
    this.#end += 1;
  }

  flush(): void {
    this.#write(Uint8Array.from(this.#bytes));
    this.#bytes = [];
  }
}

function* reverted(call: XxdCall, input: Input): Running<void> {
  const { stdout } = call.invocation;
  const { options } = call;
  if (options.has("bits") || options.has("include"))
    throw new CommandError("Sorry, cannot revert this type of hexdump", 255);
  const output = new Reverted((bytes) => stdout.write(bytes));
  const style = {
    isPlain: options.has("plain"),
    columns: styleOf(call).columns,
    base: wholeNumber((options.value("seek") ?? "0").replace(/^\+/, "")),
  };
  const text = Buffer.from(yield* readBounded(call.invocation, input)).toString("latin1");
  try {
    yield* new DumpReader(style, output).read(text);
  } finally {
    output.flush();
  }
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
const LONG =
  /^-(?=(?:autoskip|capitalize|name|ps|plain|postscript|bits|cols|groupsize|include|len|revert|seek)$)/;

export const xxd: Command = {
  ...defined,
  run: (invocation) =>
    defined.run({ ...invocation, args: invocation.args.map((word) => word.replace(LONG, "--")) }),
};
