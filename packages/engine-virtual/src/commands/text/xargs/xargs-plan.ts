import type { Call } from "../../define-command.ts";
import { CommandError, UsageError } from "../../options.ts";
import { bytesOf } from "../byte-writer.ts";
import { CONTROL_LETTERS } from "../../../shell/control-letters.ts";

export const XARGS_OPTIONS = {
  null: "-0 --null",
  file: "-a --arg-file=FILE",
  delimiter: "-d --delimiter=CHARACTER",
  end: "-E=END",
  endOrNone: "-e[=END] --eof[=END]",
  replace: "-I=R",
  replaceOrBraces: "-i[=R] --replace[=R]",
  lines: "-L=MAX-LINES",
  linesOrOne: "-l[=MAX-LINES] --max-lines[=MAX-LINES]",
  words: "-n --max-args=MAX-ARGS",
  openTerminal: "-o --open-tty",
  processes: "-P --max-procs=MAX-PROCS",
  ask: "-p --interactive",
  slotVariable: "--process-slot-var=VAR",
  skipEmpty: "-r --no-run-if-empty",
  size: "-s --max-chars=MAX-CHARS",
  showLimits: "--show-limits",
  trace: "-t --verbose",
  exit: "-x --exit",
} as const;

export type XargsCall = Call<keyof typeof XARGS_OPTIONS>;

export interface XargsPlan {
  readonly command: readonly string[];
  readonly delimiter: string | undefined;
  readonly last: string | undefined;
  /** What an item takes the place of in the command's own words. */
  readonly replaced: string | undefined;
  readonly mostWords: number;
  readonly mostLines: number;
  /** Characters of one command line, each word with the end behind it. */
  readonly mostSize: number;
  /** Whether a command line that grows too long before it is full ends it all. */
  readonly isStrict: boolean;
}

const DEFAULT_SIZE = 131_072;

function numberOf(text: string, letter: string, least: number): number {
  if (!/^[+-]?\d+$/.test(text)) {
    throw new UsageError(`invalid number "${text}" for -${letter} option`);
  }
  const number = Number(text);
  if (number >= least) return number;
  throw new UsageError(`value ${text} for -${letter} option should be >= ${least}`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  b: "\b",
  "\\": "\\",
  "0": "\0",
};

function delimiterOf({ options }: XargsCall): string | undefined {
  const last = options.last("null", "delimiter");
  if (last === undefined) return undefined;
  if (last === "null") return "\0";
  const text = options.value("delimiter") ?? "";
  const escape = text.startsWith("\\") ? ESCAPES[text.slice(1)] : undefined;
  const [, hex, octal] = /^\\(?:x([\da-fA-F]{1,2})|0?([0-7]{1,3}))$/.exec(text) ?? [];
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (escape !== undefined) return escape;
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (bytesOf(text).length === 1) return text;
  const words =
    "the delimiter must be either a single character or an escape sequence starting with \\.";
  throw new CommandError(`Invalid input delimiter specification ${text}: ${words}`);
}

/** Which of the options counts that each say how much goes into one command. */
function amounts({ options }: XargsCall): Pick<XargsPlan, "replaced" | "mostWords" | "mostLines"> {
  const words = options
    .values("words")
    .map((text) => numberOf(text, "n", 1))
    .at(-1);
  const last = options.given.findLast(
    ({ key, value }) => /^(?:replace|lines|words)/.test(key) && !(key === "words" && value === "1"),
  );
  const { key = "words", value } = last ?? {};
  const none = { replaced: undefined, mostWords: Infinity, mostLines: Infinity };
  if (key.startsWith("replace")) return { ...none, replaced: value ?? "{}" };
  if (key === "words") return { ...none, mostWords: words ?? Infinity };
  return { ...none, mostLines: numberOf(value ?? "1", key === "lines" ? "L" : "l", 1) };
}

function lastItem({ options }: XargsCall): string | undefined {
  const key = options.last("end", "endOrNone");
  const text = key === undefined ? undefined : options.value(key);
  return text === "" ? undefined : text;
}

function refuseTerminal({ options }: XargsCall): void {
  if (options.has("ask", "openTerminal")) {
    throw new CommandError("failed to open /dev/tty for reading: No such device or address");
  }
}

export function planXargs(call: XargsCall): XargsPlan {
  const { options } = call;
  refuseTerminal(call);
  options.values("processes").forEach((text) => numberOf(text, "P", 0));
  const size = options.value("size");
  const { operands } = options;
  return {
    command: operands.length === 0 ? ["echo"] : operands,
    delimiter: delimiterOf(call),
    last: delimiterOf(call) === undefined ? lastItem(call) : undefined,
    ...amounts(call),
    mostSize: size === undefined ? DEFAULT_SIZE : numberOf(size, "s", 1),
    isStrict: options.has("exit"),
  };
}
