import { apart } from "../option-words.ts";
import type { Command, Running } from "../command.ts";
import { FIRST_SECOND, formatTime, LAST_SECOND } from "../dates/format-time.ts";
import { parseDate } from "../dates/parse-date.ts";
import { type TimeZone, timeZone, UTC } from "../dates/time-zone.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { orGiveUp } from "../each-operand.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quotedIfNeeded } from "../quote.ts";
import { textOf } from "../byte-string.ts";
import { LineCursor } from "../text/line-cursor.ts";

const OPTIONS = {
  date: "-d --date=STRING",
  iso: "-I[=FMT] --iso-8601[=FMT]",
  file: "-f --file=DATEFILE",
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

function namedFormat(options: DateCall["options"]): string | undefined {
  if (options.has("iso")) return ISO[options.value("iso") ?? "date"];
  if (options.has("email")) return EMAIL;
  return RFC_3339[options.value("rfc3339") ?? ""];
}

function formatOf({ options }: DateCall): string {
  const [operand, extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  const formats = options.given.filter(({ key }) => ["iso", "email", "rfc3339"].includes(key));
  if (formats.length + (operand === undefined ? 0 : 1) > 1) {
    throw new CommandError("multiple output formats specified");
  }
  if (operand?.startsWith("+") === true) return operand.slice(1);
  return namedFormat(options) ?? USUAL;
}

/** Nobody sets the clock from in here. */
function refuseSetting({ options }: DateCall): void {
  const [operand] = options.operands;
  if (options.has("set")) throw new CommandError("cannot set date: Operation not permitted");
  if (operand === undefined || operand.startsWith("+")) return;
  if (options.has("date", "file", "reference")) {
    throw new UsageError(
      `the argument ${localeQuoted(operand)} lacks a leading '+';\n` +
        "when using an option to specify date(s), any non-option\n" +
        "argument must be a format string beginning with '+'",
    );
  }
  if (/^\d{8}(?:\d\d){0,2}(?:\.\d\d)?$/.test(operand)) {
    throw new CommandError("cannot set date: Operation not permitted");
  }
  throw new CommandError(`invalid date ${localeQuoted(operand)}`);
}

interface Showing {
  readonly format: string;
  readonly zone: TimeZone;
}

const zoneOf = ({ invocation, options }: DateCall): TimeZone =>
  options.has("utc") ? UTC : timeZone(invocation.env.get("TZ"));

function timeOf({ invocation, options }: DateCall, zone: TimeZone): number {
  const { files, resolve } = invocation;
  const reference = options.value("reference");
  if (reference !== undefined) {
    return orGiveUp(quotedIfNeeded(reference), () => files.stat(resolve(reference)).modified);
  }
  const text = options.value("date");
  return text === undefined ? invocation.now() : timeIn(text, invocation.now(), zone);
}

function timeIn(text: string, now: number, zone: TimeZone): number {
  const time = parseDate(text, now, zone);
  if (time === undefined || Math.abs(time) >= MOST) {
    throw new CommandError(`invalid date ${localeQuoted(text)}`);
  }
  return time;
}

function refuseSeveral({ options }: DateCall): void {
  if ((["date", "file", "reference"] as const).filter((key) => options.has(key)).length > 1) {
    throw new UsageError("the options to specify dates for printing are mutually exclusive");
  }
}

/** Of seconds there are 64 bits. */
const MOST = 2 ** 63 * 1_000;

/** The year of a time is an `int`. */
function checkYear(time: number): void {
  const seconds = Math.floor(time / 1_000);
  if (seconds >= FIRST_SECOND && seconds <= LAST_SECOND) return;
  throw new CommandError(`time ${localeQuoted(String(BigInt(seconds)))} is out of range`);
}

function* run(call: DateCall): Running<number> {
  yield;
  refuseSetting(call);
  const zone = zoneOf(call);
  const format = formatOf(call);
  refuseSeveral(call);
  const file = call.options.value("file");
  if (file !== undefined) return yield* showEach(call, file, { format, zone });
  const time = timeOf(call, zone);
  checkYear(time);
  call.invocation.stdout.write(`${formatTime(format, time, zone)}\n`);
  return 0;
}

/** Every line of a file is a date. */
function* showEach(
  { invocation }: DateCall,
  file: string,
  { format, zone }: Showing,
): Running<number> {
  let status = 0;
  const input = orGiveUp(quotedIfNeeded(file), () => openInput(invocation, file));
  const cursor = new LineCursor(input, "\n");
  for (let line = yield* cursor.next(); line !== undefined; line = yield* cursor.next()) {
    yield;
    try {
      const time = timeIn(textOf(line), invocation.now(), zone);
      checkYear(time);
      invocation.stdout.write(`${formatTime(format, time, zone)}\n`);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      complain(invocation, error.message);
      status = 1;
    }
  }
  return status;
}

const defined = defineCommand({
  name: "date",
  description: "Show the time, or another one, in a format",
  usage: "[OPTION]... [+FORMAT]",
  options: OPTIONS,
  words: { iso: apart(Object.keys(ISO)), rfc3339: apart(Object.keys(RFC_3339)) },
  run,
});

/** `-Iseconds`: the only letter whose value may be missing. */
const withLongIso = (args: readonly string[]): readonly string[] =>
  args.map((word) => word.replace(/^-I(?=[a-z])/, "--iso-8601="));

export const date: Command = {
  ...defined,
  run: (invocation) => defined.run({ ...invocation, args: withLongIso(invocation.args) }),
};
