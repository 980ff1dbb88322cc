import { FileError } from "../files/errors.ts";
import type { Invocation, Running } from "./command.ts";
import { parseDate, parseStamp } from "./dates/parse-date.ts";
import { timeZone } from "./dates/time-zone.ts";
import type { Call } from "./define-command.ts";
import { defineCommand } from "./define-command.ts";
import { eachOperand, OperandError } from "./each-operand.ts";
import { missingFile } from "./operands.ts";
import { CommandError } from "./options.ts";
import { localeQuoted, quoted } from "./quote.ts";

const OPTIONS = {
  accessed: "-a",
  noCreate: "-c --no-create",
  date: "-d --date=STRING",
  ignored: "-f",
  modified: "-m",
  reference: "-r --reference=FILE",
  stamp: "-t=STAMP",
  time: "--time=WORD",
} as const;

type Key = keyof typeof OPTIONS;

function referenceTime({ invocation: { files, resolve } }: Call<Key>, reference: string): number {
  try {
    return files.stat(resolve(reference)).modified;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`failed to get attributes of ${quoted(reference)}: ${error.message}`);
  }
}

function parsed(text: string, time: number | undefined): number {
  if (time === undefined) throw new CommandError(`invalid date format ${localeQuoted(text)}`);
  return time;
}

/** The time that is asked for, or `undefined` for now. */
function timeOf(call: Call<Key>): number | undefined {
  const { options, invocation } = call;
  const reference = options.value("reference");
  const base = reference === undefined ? undefined : referenceTime(call, reference);
  const zone = timeZone(invocation.env.get("TZ"));
  const stamp = options.value("stamp");
  if (stamp !== undefined) return parsed(stamp, parseStamp(stamp, invocation.now(), zone));
  const date = options.value("date");
  if (date === undefined) return base;
  return parsed(date, parseDate(date, base ?? invocation.now(), zone));
}

/** What is not there needs no time; below what is no directory there can be nothing. */
function refuseBeneathFile({ files, resolve }: Invocation, operand: string): void {
  try {
    files.stat(resolve(operand));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code === "ENOENT") return;
    throw new OperandError(`setting times of ${quoted(operand)}: ${error.message}`);
  }
}

function touchOne({ invocation, options }: Call<Key>, operand: string, time?: number): void {
  // Of standard output, which is no file of the sandbox's own, a time would not be seen.
  if (operand === "-") return;
  const { files, resolve, umask } = invocation;
  const path = resolve(operand);
  if (!files.exists(path)) {
    if (options.has("noCreate")) {
      refuseBeneathFile(invocation, operand);
      return;
    }
    files.open(path, { write: true, create: true, mode: 0o666 & ~umask }).close();
    if (time === undefined) return;
  }
  // Only changes are timed here: to touch when it was last read changes nothing.
  if (options.has("accessed") && !options.has("modified")) return;
  files.setModified(path, time);
}

function* run(call: Call<Key>): Running<number> {
  const { options } = call;
  if (options.operands.length === 0) missingFile([]);
  const time = timeOf(call);
  return yield* eachOperand(call, {
    operands: options.operands,
    wording: (operand) => `cannot touch ${quoted(operand)}`,
    work: (operand) => {
      touchOne(call, operand, time);
    },
  });
}

export const touch = defineCommand({
  name: "touch",
  description: "Change file timestamps, and make files that are not there",
  usage: "[OPTION]... FILE...",
  options: OPTIONS,
  words: {
    time: [
      ["atime", "access", "use"],
      ["mtime", "modify"],
    ],
  },
  run,
});
