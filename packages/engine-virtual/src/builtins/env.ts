import { readOptions, type Options, UsageError } from "../commands/options.ts";
import type { Running } from "../commands/command.ts";
import { localeQuoted, quoted } from "../commands/quote.ts";
import { FileError } from "../files/errors.ts";
import { refusalOf } from "../shell/run/find-on-path.ts";
import { replaces } from "../shell/run/replaces.ts";
import type { Shell } from "../shell/shell.ts";
import type { Builtin, BuiltinCall } from "./builtin.ts";
import { withSplitStrings } from "./env-words.ts";

const OPTIONS = {
  empty: "-i --ignore-environment",
  removed: "-u --unset=NAME",
  zero: "-0 --null",
  directory: "-C --chdir=DIR",
  split: "-S --split-string=S",
} as const;

type Key = keyof typeof OPTIONS;

/** What ends a call of env, in its words: 125. */
class Refusal extends Error {}

export const env: Builtin = {
  name: "env",
  description: "List the environment, or run a command in a changed one",
  usage: "env [-i] [-u NAME] [-C DIR] [-S TEXT] [NAME=VALUE]... [COMMAND [ARG]...]",
  *run(call) {
    const { args, name, shell } = call;
    try {
      return yield* runWith(call, readWish(shell, args));
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof Refusal)) throw error;
      shell.stderr.write(`${name}: ${error.message}\n`);
      if (error instanceof UsageError)
        shell.stderr.write(`Try '${name} --help' for more information.\n`);
      return 125;
    }
  },
};

function* runWith({ name: called, shell }: BuiltinCall, wish: Wish): Running<number> {
  const inner = shell.subshell();
  if (wish.isEmpty)
    for (const name of shell.variables.exported().keys())
      inner.variables.mark(name, { exported: false });
  for (const name of wish.removed) inner.variables.mark(name, { exported: false });
  for (const [name, value] of wish.set) {
    inner.variables.set(name, value);
    inner.variables.mark(name, { exported: true });
  }
  if (wish.directory !== undefined) moveTo(inner, wish.directory);
  if (wish.command.length > 0) {
    inner.functions = new Map();
    inner.isImage = replaces(shell, inner);
    return yield* runIn(inner, wish.command, called);
  }
  for (const [name, value] of inner.variables.exported())
    shell.stdout.write(`${name}=${value}${wish.end}`);
  return 0;
}

function moveTo(shell: Shell, directory: string): void {
  const { files } = shell.world;
  try {
    const path = files.realPath(shell.resolve(directory));
    if (files.stat(path).kind !== "directory") throw new FileError("ENOTDIR", directory);
    shell.cwd = path;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new Refusal(`cannot change directory to ${quoted(directory)}: ${error.message}`);
  }
}

function* runIn(shell: Shell, command: readonly string[], called: string): Running<number> {
  const [name = ""] = command;
  const status = refusalOf(shell, name);
  if (status === undefined) return yield* shell.world.interpreter.argv(shell, command);
  const state = status === 127 ? "No such file or directory" : "Permission denied";
  shell.stderr.write(`${called}: ${localeQuoted(name)}: ${state}\n`);
  if (/\s/.test(name) && called.includes("/"))
    shell.stderr.write(`${called}: use -[v]S to pass options in shebang lines\n`);
  return status;
}

interface Wish {
  readonly isEmpty: boolean;
  readonly removed: readonly string[];
  readonly directory: string | undefined;
  readonly set: readonly (readonly [string, string])[];
  readonly command: readonly string[];
  readonly end: string;
}

function readWish(shell: Shell, args: readonly string[]): Wish {
  const words = withSplitStrings(args, shell.variables.exported());
  if (words.wrong !== undefined) throw new Refusal(words.wrong);
  const options: Options<Key> = readOptions(OPTIONS, words.args, { stopsAtOperand: true });
  const isAlone = options.operands[0] === "-";
  const rest = isAlone ? options.operands.slice(1) : options.operands;
  const first = rest.findIndex((word) => !word.includes("="));
  const end = first === -1 ? rest.length : first;
  const command = rest.slice(end);
  checkOptions(options, command.length > 0);
  return {
    isEmpty: isAlone || options.has("empty"),
    removed: options.values("removed"),
    directory: options.value("directory"),
    command,
    set: rest.slice(0, end).map((word) => splitAt(word, word.indexOf("="))),
    end: options.has("zero") ? "\0" : "\n",
  };
}

function checkOptions(options: Options<Key>, hasCommand: boolean): void {
  if (hasCommand && options.has("zero"))
    throw new UsageError("cannot specify --null (-0) with command");
  if (!hasCommand && options.has("directory"))
    throw new UsageError("must specify command with --chdir (-C)");
  const wrong = options.values("removed").find((name) => name === "" || name.includes("="));
  if (wrong !== undefined)
    throw new Refusal(`cannot unset ${localeQuoted(wrong)}: Invalid argument`);
}

const splitAt = (word: string, at: number): readonly [string, string] => [
  word.slice(0, at),
  word.slice(at + 1),
];
