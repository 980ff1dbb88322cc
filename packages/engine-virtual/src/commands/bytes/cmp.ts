import { FileError } from "../../files/errors.ts";
import type { Input, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { readSize } from "../sizes.ts";
import { ReadAhead } from "../read-ahead.ts";
import { ByteReader } from "./byte-reader.ts";
import { visible } from "./visible.ts";

const OPTIONS = {
  bytes: "-b --print-bytes",
  skip: "-i --ignore-initial=SKIP",
  all: "-l --verbose",
  limit: "-n --bytes=LIMIT",
  silent: "-s --quiet --silent",
} as const;

/** The tools of diffutils say their name once more. */
function refuse(words: string): never {
  throw new CommandError(`${words}\ncmp: Try 'cmp --help' for more information.`);
}

type CmpCall = Call<keyof typeof OPTIONS>;

interface Side {
  readonly name: string;
  readonly input: Input;
  readonly skip: number;
}

function sizeOr(text: string | undefined, what: string, fallback: number): number {
  if (text === undefined) return fallback;
  const size = readSize(text);
  if (size === undefined) refuse(`invalid ${what} value '${text}'`);
  return size;
}

/** `-i SKIP1:SKIP2`, or two numbers behind the names. */
function skipsOf({ options }: CmpCall): readonly number[] {
  const [, , first, second] = options.operands;
  if (first !== undefined) {
    return [first, second].map((text) => sizeOr(text, "--ignore-initial", 0));
  }
  const [one, two = one] = (options.value("skip") ?? "0").split(":");
  return [one, two].map((text) => sizeOr(text, "--ignore-initial", 0));
}

function sidesOf(call: CmpCall): readonly Side[] {
  const { invocation, options } = call;
  const [first, second = "-"] = options.operands;
  if (first === undefined) refuse(`missing operand after '${invocation.name}'`);
  const skips = skipsOf(call);
  const extra = options.operands[4];
  if (extra !== undefined) refuse(`extra operand '${extra}'`);
  const { files, resolve } = invocation;
  // Both are opened before either is read, and a directory can be opened.
  for (const name of [first, second].filter((one) => one !== "-")) files.stat(resolve(name));
  return [first, second].map((name, index) => ({
    name,
    input: openInput(invocation, name),
    skip: skips[index] ?? 0,
  }));
}

/** Compares two inputs byte by byte. */
class Comparison {
  readonly #call: CmpCall;
  readonly #names: readonly string[];
  readonly #width: number;
  #at = 0;
  #line = 1;
  status = 0;

  constructor(call: CmpCall, sides: readonly Side[], limit: number) {
    this.#call = call;
    this.#names = sides.map(({ name }) => name);
    const sizes = sides.map(({ input, skip }) => (input.size ?? Number.MAX_SAFE_INTEGER) - skip);
    this.#width = String(Math.min(limit, ...sizes)).length;
  }

  /** Whether it is over. */
  compare(one: Uint8Array, two: Uint8Array): boolean {
    const length = Math.min(one.length, two.length);
    const { options } = this.#call;
    for (let index = 0; index < length; index += 1) {
      this.#at += 1;
      const [a = 0, b = 0] = [one[index], two[index]];
      if (a !== b) {
        this.status = 1;
        if (!options.has("silent")) this.#tell(a, b);
        if (!options.has("all")) return true;
      }
      if (a === 10) this.#line += 1;
    }
    return false;
  }

  #tell(a: number, b: number): void {
    const { options, invocation } = this.#call;
    const octal = (byte: number): string => byte.toString(8).padStart(3);
    const shown = (byte: number): string =>
      options.has("bytes") ? `${octal(byte)} ${visible(byte)}` : octal(byte);
    if (options.has("all")) {
      const first = options.has("bytes") ? shown(a).padEnd(8) : shown(a);
      const at = String(this.#at).padStart(this.#width);
      invocation.stdout.write(`${at} ${first} ${shown(b)}\n`);
      return;
    }
    const [one = "", two = ""] = this.#names;
    const bytes = options.has("bytes") ? ` is ${shown(a)} ${shown(b)}` : "";
    const place = `byte ${this.#at}, line ${this.#line}`;
    invocation.stdout.write(`${one} ${two} differ: ${place}${bytes}\n`);
  }

  /** One of them is at its end, and the other is not. */
  ended(name: string, last: number | undefined): void {
    this.status = 1;
    const { invocation, options } = this.#call;
    if (options.has("silent")) return;
    if (this.#at === 0) {
      complain(invocation, `EOF on ${name} which is empty`);
      return;
    }
    const line = last === 10 ? `, line ${this.#line - 1}` : `, in line ${this.#line}`;
    const where = options.has("all") ? "" : line;
    complain(invocation, `EOF on ${name} after byte ${this.#at}${where}`);
  }
}

/** What cmp asks for at once. */
const BUFFER = 4096;

function* compared(call: CmpCall, sides: readonly Side[]): Running<number> {
  const limit = sizeOr(call.options.value("limit"), "--bytes", Number.MAX_SAFE_INTEGER);
  const [one, two] = sides.map(({ input, name, skip }) => {
    const ahead = new ReadAhead(input, Math.max(1, Math.min(BUFFER, limit)));
    return { name, skip, ahead, reader: new ByteReader(ahead) };
  });
  if (one === undefined || two === undefined) return 2;
  const status = yield* comparedTo(limit, {
    comparison: new Comparison(call, sides, limit),
    one,
    two,
  });
  for (const { ahead, reader } of [one, two]) ahead.leave(reader.rest, { seeks: false });
  return status;
}

interface ReadSide {
  readonly name: string;
  readonly skip: number;
  readonly reader: ByteReader;
}

interface Compared {
  readonly comparison: Comparison;
  readonly one: ReadSide;
  readonly two: ReadSide;
}

function* comparedTo(limit: number, { comparison, one, two }: Compared): Running<number> {
  const readers = [one.reader, two.reader] as const;
  yield* readers[0].skip(one.skip);
  yield* readers[1].skip(two.skip);
  let last: number | undefined;
  for (let left = limit; left > 0;) {
    const length = Math.min(left, BUFFER);
    const a = yield* readers[0].take(length);
    const b = yield* readers[1].take(length);
    if (comparison.compare(a, b)) return comparison.status;
    const same = Math.min(a.length, b.length);
    last = same > 0 ? a[same - 1] : last;
    if (a.length !== b.length) {
      comparison.ended(a.length < b.length ? one.name : two.name, last);
      return comparison.status;
    }
    if (a.length < length) break;
    left -= length;
    yield;
  }
  return comparison.status;
}

/** What is itself is not read: a directory is no error then. */
function isItself(call: CmpCall): boolean {
  const { files, resolve } = call.invocation;
  const [first = "-", second = "-"] = call.options.operands.slice(0, 2).map((name) => {
    const path = resolve(name);
    return name !== "-" && files.exists(path) ? files.realPath(path) : "-";
  });
  const [one, two] = skipsOf(call);
  return first !== "-" && first === second && one === two;
}

function* run(call: CmpCall): Running<number> {
  try {
    if (isItself(call)) return 0;
    return yield* compared(call, sidesOf(call));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { resolve } = call.invocation;
    const name = call.options.operands.find((operand) => resolve(operand) === error.path);
    // What cannot be opened is one thing, and what cannot be read another.
    if (!call.options.has("silent") || error.code === "EISDIR") {
      complain(call.invocation, `${name ?? error.path}: ${error.message}`);
    }
    return 2;
  }
}

export const cmp = defineCommand({
  name: "cmp",
  description: "Compare two files byte by byte",
  usage: "[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]",
  options: OPTIONS,
  usageStatus: 2,
  namesHint: true,
  run,
});
