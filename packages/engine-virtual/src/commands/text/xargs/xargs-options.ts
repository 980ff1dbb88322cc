import type { Call } from "../../define-command.ts";
import { UsageError } from "../../options.ts";

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

export function numberOf(text: string, letter: string, least: number): number {
  if (!/^[+-]?\d+$/.test(text)) {
    throw new UsageError(`invalid number "${text}" for -${letter} option`);
  }
  const number = Number(text);
  if (number >= least) return number;
  throw new UsageError(`value ${text} for -${letter} option should be >= ${least}`);
}
