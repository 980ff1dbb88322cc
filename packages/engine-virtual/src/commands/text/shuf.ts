import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { FileError } from "../../files/errors.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quotedIfNeeded } from "../quote.ts";
import { bytesOf } from "../byte-string.ts";
import { ByteWriter } from "./byte-writer.ts";
import { allLines } from "./lines.ts";
import { openOutput } from "./open-output.ts";

const OPTIONS = {
  count: "-n --head-count=COUNT",
  echo: "-e --echo",
  output: "-o --output=FILE",
  range: "-i --input-range=LO-HI",
  repeat: "-r --repeat",
  zero: "-z --zero-terminated",
} as const;

type ShufCall = Call<keyof typeof OPTIONS>;

/** What is written before there is a tick. */
const AT_ONCE = 1_000;
const MOST_NUMBERS = 10_000_000;

/** What there is to choose from: `at` gives one of them. */
interface Choice {
  readonly length: number;
  readonly at: (index: number) => string;
}

function* choiceOf(call: ShufCall, end: string): Running<Choice> {
  const { options } = call;
  const range = options.value("range");
  if (range !== undefined) return numbersIn(call, range);
  const texts = options.has("echo") ? options.operands.map(bytesOf) : yield* linesOf(call, end);
  return { length: texts.length, at: (index) => texts[index] ?? "" };
}

function numbersIn({ options }: ShufCall, range: string): Choice {
  const [, low = "", high = ""] = /^(\d+)-(\d+)$/.exec(range) ?? [];
  const length = Number(high) - Number(low) + 1;
  if (low === "" || length < 0)
    throw new CommandError(`invalid input range: ${localeQuoted(range)}`);
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  return { length, at: (index) => String(Number(low) + index) };
}

function* linesOf({ invocation, options }: ShufCall, end: string): Running<readonly string[]> {
  const [file = "-", extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  try {
    return yield* allLines(openInput(invocation, file), end);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const words = error.code === "EISDIR" ? "read error" : quotedIfNeeded(file);
    throw new CommandError(`${words}: ${error.message}`);
  }
}

function countOf({ options }: ShufCall): number {
  let least = Infinity;
  for (const text of options.values("count")) {
    if (!/^\d+$/.test(text)) throw new CommandError(`invalid line count: ${localeQuoted(text)}`);
    least = Math.min(least, Number(text));
  }
  return least;
}

const below = (length: number): number => Math.floor(Math.random() * length);

/** Each at most once: what has been taken is replaced by what stands at the end (Fisher and Yates). */
function* shuffled({ at, length }: Choice, count: number): Iterable<string> {
  const moved = new Map<number, number>();
  for (let done = 0; done < Math.min(count, length); done += 1) {
    const chosen = done + below(length - done);
    yield at(moved.get(chosen) ?? chosen);
    moved.set(chosen, moved.get(done) ?? done);
    moved.delete(done);
  }
}

function* repeated({ at, length }: Choice, count: number): Iterable<string> {
  if (length === 0 && count > 0) throw new CommandError("no lines to repeat");
  for (let done = 0; done < count; done += 1) yield at(below(length));
}

function* run(call: ShufCall): Running<number> {
  const { invocation, options } = call;
  if (options.has("echo") && options.has("range"))
    throw new UsageError("cannot combine -e and -i options");
  const end = options.has("zero") ? "\0" : "\n";
  const count = countOf(call);
  const choice = yield* choiceOf(call, end);
  if (Math.min(count, choice.length) > MOST_NUMBERS && !options.has("repeat"))
    throw new CommandError("memory exhausted");
  const file = options.value("output");
  const output = file === undefined ? invocation.stdout : openOutput(invocation, file);
  const writer = new ByteWriter(output);
  let written = 0;
  for (const one of options.has("repeat") ? repeated(choice, count) : shuffled(choice, count)) {
    writer.add(one + end);
    if ((written += 1) % AT_ONCE === 0) {
      writer.flush();
      yield;
    }
  }
  writer.flush();
  return 0;
}

export const shuf = defineCommand({
  name: "shuf",
  description: "Write lines, words or numbers in an order that chance makes",
  usage: "[OPTION]... [FILE]",
  options: OPTIONS,
  run,
});
