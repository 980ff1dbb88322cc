import type { Command, Invocation, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import { formatFor } from "./seq-format.ts";
import type { Decimal } from "./seq-number.ts";
import { parseDecimal, showDecimal } from "./seq-number.ts";

const OPTIONS = {
  format: "-f --format=FORMAT",
  separator: "-s --separator=STRING",
  equalWidth: "-w --equal-width",
} as const;

type SeqCall = Call<keyof typeof OPTIONS>;

interface Sequence {
  readonly first: Decimal;
  readonly step: Decimal;
  /** `undefined` where there is no end. */
  readonly last: Decimal | undefined;
  /** Digits behind the point. */
  readonly precision: number;
}

function checkCount({ options: { operands } }: SeqCall): void {
  if (operands.length === 0) throw new UsageError("missing operand");
  const extra = operands[3];
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
}

function sequenceOf({ options: { operands } }: SeqCall): Sequence {
  const numbers = operands.map(parseDecimal);
  const one = { units: 1n, precision: 0 };
  const first = numbers.length > 1 ? (numbers[0] ?? one) : one;
  const step = numbers.length > 2 ? (numbers[1] ?? one) : one;
  if (step.units === 0n) {
    throw new UsageError(`invalid Zero increment value: ${localeQuoted(operands[1] ?? "")}`);
  }
  const precision = Math.max(first.precision, step.precision);
  return { first, step, last: numbers.at(-1), precision };
}

const scaled = ({ units, precision }: Decimal, to: number): bigint =>
  units * 10n ** BigInt(to - precision);

/** Both ends as wide as the wider one, with zeros in front. */
function padding({ first, last, precision }: Sequence): number {
  if (last === undefined) return 0;
  const ends = [first, last].map((end) => {
    const shown = showDecimal(end.units, end.precision);
    const missing = precision - end.precision;
    return shown.length + missing + (end.precision === 0 && precision > 0 ? 1 : 0);
  });
  return Math.max(...ends);
}

function padded(text: string, width: number): string {
  if (!text.startsWith("-")) return text.padStart(width, "0");
  return `-${text.slice(1).padStart(width - 1, "0")}`;
}

type Show = (units: bigint, precision: number) => string;

/** How `-f` writes a number, where it is given. */
function formatIn({ options }: SeqCall): Show | undefined {
  const format = options.value("format");
  if (format === undefined) return undefined;
  const write = formatFor(format);
  if (options.has("equalWidth")) {
    const words = "format string may not be specified when printing equal width strings";
    throw new UsageError(words);
  }
  return (units, precision) => write(showDecimal(units, precision));
}

function showFor({ options }: SeqCall, sequence: Sequence): Show {
  const width = options.has("equalWidth") ? padding(sequence) : 0;
  return (units, precision) => {
    // Digits that only the last number has are not shown.
    const kept = units / 10n ** BigInt(precision - sequence.precision);
    const shown = showDecimal(kept, sequence.precision);
    return width === 0 ? shown : padded(shown, width);
  };
}

/** Numbers between two ticks. */
const BATCH = 1_000;

function* count(sequence: Sequence, show: Show, write: (text: string) => void): Running<boolean> {
  const { first, step, last, precision } = sequence;
  // The last one may be written more finely than the numbers are shown.
  const scale = Math.max(precision, last?.precision ?? 0);
  const [from, by] = [scaled(first, scale), scaled(step, scale)];
  const to = last === undefined ? undefined : scaled(last, scale);
  let hasAny = false;
  let done = 0;
  for (let at = from; to === undefined || (by > 0n ? at <= to : at >= to); at += by) {
    write(show(at, scale));
    hasAny = true;
    done += 1;
    if (done % BATCH === 0) yield;
  }
  return hasAny;
}

const FULL = 32_768;

function* run(call: SeqCall): Running<number> {
  checkCount(call);
  // What is wrong with a format is said before what is wrong with a number.
  const format = formatIn(call);
  const sequence = sequenceOf(call);
  const show = format ?? showFor(call, sequence);
  const separator = call.options.value("separator") ?? "\n";
  const { stdout } = call.invocation;
  let waiting = "";
  let isFirst = true;
  const write = (text: string): void => {
    waiting += isFirst ? text : separator + text;
    isFirst = false;
    if (waiting.length < FULL) return;
    stdout.write(waiting);
    waiting = "";
  };
  const hasAny = yield* count(sequence, show, write);
  if (hasAny) stdout.write(`${waiting}\n`);
  return 0;
}

const defined = defineCommand({
  name: "seq",
  description: "Print numbers from FIRST to LAST, in steps of INCREMENT",
  usage: "[OPTION]... LAST | FIRST LAST | FIRST INCREMENT LAST",
  options: OPTIONS,
  stopsAtOperand: true,
  run,
});

/** A number below zero is no option. */
function withEnd(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && !/^-[\d.]/.test(args[at] ?? "")) {
    if (args[at] === "--" || !(args[at] ?? "").startsWith("-")) return args;
    at += /^-\w*[fs]$|^--(?:format|separator)$/.test(args[at] ?? "") ? 2 : 1;
  }
  return at < args.length ? [...args.slice(0, at), "--", ...args.slice(at)] : args;
}

export const seq: Command = {
  ...defined,
  run: (invocation: Invocation) => defined.run({ ...invocation, args: withEnd(invocation.args) }),
};
