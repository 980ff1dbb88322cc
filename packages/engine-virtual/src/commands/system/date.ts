import type { Command, Running } from "../command.ts";
import { FIRST_SECOND, formatTime, LAST_SECOND } from "../dates/format-time.ts";
import { parseDate } from "../dates/parse-date.ts";
import { type TimeZone, timeZone, UTC } from "../dates/time-zone.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { orGiveUp } from "../each-operand.ts";
import { CommandError, UsageError } from "../options.ts";
import { quoted, quotedIfNeeded } from "../quote.ts";

const OPTIONS = {
  date: "-d --date=STRING",
  iso: "-I[=FMT] --iso-8601[=FMT]",
  email: "-R --rfc-email --rfc-2822",
  rfc3339: "--rfc-3339=FMT",
  reference: "-r --reference=FILE",
  set: "-s --set=STRING",
  utc: "-u --utc --universal",
} as const;

type DateCall = Call<keyof typeof OPTIONS>;

const USUAL = "%a %b %e %H:%M:%S %Z %Y";
const EMAIL = "%a, %d %b %Y %H:%M:%S %z";
const ISO: Readonly<Record<string, string>> = {
  hours: "%Y-%m-%dT%H%:z",
  minutes: "%Y-%m-%dT%H:%M%:z",
  date: "%Y-%m-%d",
  seconds: "%Y-%m-%dT%H:%M:%S%:z",
  ns: "%Y-%m-%dT%H:%M:%S,%N%:z",
};
const RFC_3339: Readonly<Record<string, string>> = {
  date: "%Y-%m-%d",
  seconds: "%Y-%m-%d %H:%M:%S%:z",
  ns: "%Y-%m-%d %H:%M:%S.%N%:z",
};

function chosen(table: Readonly<Record<string, string>>, asked: string, name: string): string {
  const found = Object.keys(table).filter((key) => key.startsWith(asked));
  const format = found.length === 1 ? table[found[0] ?? ""] : table[asked];
  if (format !== undefined) return format;
  const known = Object.keys(table).map((key) => `  - '${key}'`);
  throw new UsageError(
    `invalid argument ${quoted(asked)} for '${name}'\nValid arguments are:\n${known.join("\n")}`,
  );
}

function formatOf({ options }: DateCall): string {
  const [operand, extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${quoted(extra)}`);
  const formats = options.given.filter(({ key }) => ["iso", "email", "rfc3339"].includes(key));
  if (formats.length + (operand === undefined ? 0 : 1) > 1) {
    throw new CommandError("multiple output formats specified");
  }
  if (operand?.startsWith("+") === true) return operand.slice(1);
  if (options.has("iso")) return chosen(ISO, options.value("iso") ?? "date", "--iso-8601");
  if (options.has("email")) return EMAIL;
  const rfc3339 = options.value("rfc3339");
  return rfc3339 === undefined ? USUAL : chosen(RFC_3339, rfc3339, "--rfc-3339");
}

/** Nobody sets the clock from in here. */
function refuseSetting({ options }: DateCall): void {
  const [operand] = options.operands;
  if (options.has("set")) throw new CommandError("cannot set date: Operation not permitted");
  if (operand === undefined || operand.startsWith("+")) return;
  if (options.has("date", "reference")) {
    throw new UsageError(
      `the argument ${quoted(operand)} lacks a leading '+';\n` +
        "when using an option to specify date(s), any non-option\n" +
        "argument must be a format string beginning with '+'",
    );
  }
  if (/^\d{8}(?:\d\d){0,2}(?:\.\d\d)?$/.test(operand)) {
    throw new CommandError("cannot set date: Operation not permitted");
  }
  throw new CommandError(`invalid date ${quoted(operand)}`);
}

const zoneOf = ({ invocation, options }: DateCall): TimeZone =>
  options.has("utc") ? UTC : timeZone(invocation.env.get("TZ"));

function timeOf({ invocation, options }: DateCall, zone: TimeZone): number {
  const { files, resolve } = invocation;
  if (options.has("date") && options.has("reference")) {
    throw new UsageError("the options to specify dates for printing are mutually exclusive");
  }
  const reference = options.value("reference");
  if (reference !== undefined) {
    return orGiveUp(quotedIfNeeded(reference), () => files.stat(resolve(reference)).modified);
  }
  const text = options.value("date");
  if (text === undefined) return invocation.now();
  const time = parseDate(text, invocation.now(), zone);
  if (time === undefined || Math.abs(time) >= MOST) {
    throw new CommandError(`invalid date ${quoted(text)}`);
  }
  return time;
}

/** Of seconds there are 64 bits. */
const MOST = 2 ** 63 * 1_000;

/** The year of a time is an `int`. */
function checkYear(time: number): void {
  const seconds = Math.floor(time / 1_000);
  if (seconds >= FIRST_SECOND && seconds <= LAST_SECOND) return;
  throw new CommandError(`time ${quoted(String(BigInt(seconds)))} is out of range`);
}

function* run(call: DateCall): Running<number> {
  yield;
  refuseSetting(call);
  const zone = zoneOf(call);
  const format = formatOf(call);
  const time = timeOf(call, zone);
  checkYear(time);
  call.invocation.stdout.write(`${formatTime(format, time, zone)}\n`);
  return 0;
}

const defined = defineCommand({
  name: "date",
  description: "Show the time, or another one, in a format",
  usage: "[OPTION]... [+FORMAT]",
  options: OPTIONS,
  run,
});

/** `-Iseconds`: the only letter whose value may be missing. */
const withLongIso = (args: readonly string[]): readonly string[] =>
  args.map((word) => word.replace(/^-I(?=[a-z])/, "--iso-8601="));

export const date: Command = {
  ...defined,
  run: (invocation) => defined.run({ ...invocation, args: withLongIso(invocation.args) }),
};
