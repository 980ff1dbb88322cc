import type { SharedInput } from "../shell/io/shared-input.ts";
import { assignNamed } from "../shell/run/assign.ts";
import { ShellFailure } from "../shell/shell-failure.ts";
import type { Shell } from "../shell/shell.ts";
import { ArrayValue } from "../shell/variables/array-value.ts";
import { type Builtin, refuse } from "./builtin.ts";
import { ESCAPED, readLine } from "./read-line.ts";
import { readOptions } from "./read-options.ts";
import { splitFields } from "./split-fields.ts";
import { isReadable, TimedInput } from "./timed-input.ts";

export const read: Builtin = {
  name: "read",
  description: "Read a line into variables",
  usage:
    "read [-r] [-a ARRAY] [-d DELIM] [-n COUNT] [-N COUNT] [-p PROMPT] [-t TIMEOUT] [-u FD] [NAME]...",
  *run(call) {
    const { args, shell } = call;
    const { letters, rest } = readOptions(args, "ersa:d:i:n:N:p:t:u:");
    const descriptor = letters.get("u") ?? "0";
    const input = shell.channels[Number(descriptor)]?.input;
    if (input === undefined)
      return refuse(call, `${descriptor}: invalid file descriptor: Bad file descriptor`);
    const bad = rest.find((name) => !/^[A-Za-z_]\w*(\[[^]+\])?$/.test(name));
    if (bad !== undefined) return refuse(call, `\`${bad}': not a valid identifier`);
    const wish = {
      raw: letters.has("r"),
      delimiter: delimiterOf(letters),
      most: countOf(letters),
    };
    const seconds = secondsOf(shell, letters);
    if (seconds === 0) return isReadable(input) ? 0 : 1;
    const timed = timedInput(shell, input, seconds);
    const { isEnd, refusal, text } = yield* readLine(timed, wish);
    if (refusal !== undefined) return refuse(call, `read error: ${descriptor}: ${refusal}`);
    store(shell, text, { array: letters.get("a"), names: rest, whole: letters.has("N") });
    return statusOf(timed, isEnd);
  },
};

/** As SIGALRM ends it. */
const TIMED_OUT = 142;

function statusOf(input: SharedInput, isEnd: boolean): number {
  if (input instanceof TimedInput && input.isLate) return TIMED_OUT;
  return isEnd ? 1 : 0;
}

function timedInput(
  { world }: Shell,
  input: SharedInput,
  seconds: number | undefined,
): SharedInput {
  if (seconds === undefined) return input;
  return new TimedInput(input, world, world.now() + seconds * 1_000);
}

/** How long it may take, by `-t` or else TMOUT. */
function secondsOf({ variables }: Shell, letters: ReadonlyMap<string, string>): number | undefined {
  const asked = letters.get("t");
  if (asked === undefined) {
    const most = Number(variables.text("TMOUT"));
    return most > 0 ? most : undefined;
  }
  if (!/^\d*\.?\d*$/.test(asked)) {
    throw new ShellFailure(`read: ${asked}: invalid timeout specification`);
  }
  return Number(asked === "." ? 0 : asked);
}

function delimiterOf(letters: ReadonlyMap<string, string>): string | undefined {
  if (letters.has("N")) return undefined;
  const given = letters.get("d");
  return given === undefined ? "\n" : (given[0] ?? "\0");
}

function countOf(letters: ReadonlyMap<string, string>): number | undefined {
  const given = letters.get("N") ?? letters.get("n");
  if (given === undefined) return undefined;
  if (!/^\d+$/.test(given)) throw new ShellFailure(`read: ${given}: invalid number`);
  return Number(given);
}

interface Where {
  readonly array: string | undefined;
  readonly names: readonly string[];
  readonly whole: boolean;
}

function store(shell: Shell, text: string, { array, names, whole }: Where): void {
  const separators = shell.variables.text("IFS") ?? " \t\n";
  if (array !== undefined) {
    const fields = splitFields(text, { separators, most: undefined });
    const elements = fields.map((field, index) => [index, withoutMarks(field)] as const);
    shell.variables.setArray(array, new ArrayValue(false, elements));
    return;
  }
  if (names.length === 0 || whole) {
    setNamed(shell, names[0] ?? "REPLY", withoutMarks(text));
    for (const name of names.slice(1)) setNamed(shell, name, "");
    return;
  }
  const fields = splitFields(text, { separators, most: names.length });
  for (const [index, name] of names.entries())
    setNamed(shell, name, withoutMarks(fields[index] ?? ""));
}

function setNamed(shell: Shell, given: string, text: string): void {
  const [, name = given, index] = /^(\w+)\[([^]*)\]$/.exec(given) ?? [];
  assignNamed(shell, { name: shell.variables.resolve(name), index, text });
}

/** The mark of a backslash behind which nothing came is all that there is: it shows in bash. */
function withoutMarks(text: string): string {
  if (text === ESCAPED) return "\x01";
  return text.includes(ESCAPED) ? text.replaceAll(ESCAPED, "") : text;
}
