import type { Running } from "../commands/command.ts";
import { FileError } from "../files/errors.ts";
import { runScriptText } from "../shell/run/run-file.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall } from "./builtin.ts";
import { set } from "./set.ts";
import { shopt } from "./shopt.ts";
import { contentOf } from "./source.ts";

export const bash: Builtin = {
  name: "bash",
  description: "Run a script in a shell of its own",
  usage: "bash [-eux] [-o OPTION] [-c SCRIPT | FILE] [ARG]...",
  *run(call) {
    if (call.args[0] === "--version") {
      call.shell.stdout.write("GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n");
      return 0;
    }
    const wrong = longOptions(call.args).find((word) => !LONG_OPTIONS.has(word));
    if (wrong !== undefined) {
      call.shell.stderr.write(`${call.name}: ${wrong}: invalid option\n`);
      return 2;
    }
    const wish = readBashArgs(call);
    try {
      return wish.isCommand ? yield* runCommandText(call, wish) : yield* runFileText(call, wish);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      call.shell.stderr.write(`${call.name}: error reading input file: ${error.message}\n`);
      return 2;
    }
  },
};

/** Those that are passed over: there is no terminal, and no file that a shell reads first. */
const LONG_OPTIONS = new Set([
  ...["--norc", "--noprofile", "--noediting", "--login", "--posix", "--rcfile", "--init-file"],
]);

/** Nobody is at a terminal: the file is not read. */
const WITH_FILE = new Set(["--rcfile", "--init-file"]);

/** They stand in front of all others. */
function longOptions(args: readonly string[]): readonly string[] {
  const isOther = (word: string, at: number): boolean =>
    !/^--./.test(word) && !WITH_FILE.has(args[at - 1] ?? "");
  const end = args.findIndex(isOther);
  return (end === -1 ? args : args.slice(0, end)).filter((word) => word.startsWith("--"));
}

export const sh: Builtin = { ...bash, name: "sh", usage: bash.usage.replace("bash", "sh") };

/** `bash -c SCRIPT NAME ARG…` */
function* runCommandText(call: BuiltinCall, wish: BashArgs): Running<number> {
  const [text, name = call.name, ...args] = wish.rest;
  if (text === undefined) {
    call.shell.stderr.write(`${call.name}: -c: option requires an argument\n`);
    return 2;
  }
  return yield* runScriptText(call.shell, text, {
    name,
    args,
    prepare: preparation(call, wish),
  });
}

/** `bash FILE ARG…`, or what stands on standard input. */
function* runFileText(call: BuiltinCall, wish: BashArgs): Running<number> {
  const { shell } = call;
  const { readsInput, rest } = wish;
  const prepare = preparation(call, wish);
  const file = readsInput ? undefined : rest[0];
  if (file === undefined) {
    // Where `sh` is dash, as with Debian, its buffer takes the script's lines and those behind it at once.
    const text = call.name.endsWith("bash") ? undefined : yield* contentOf(shell, "/dev/stdin");
    return yield* runScriptText(shell, text, { name: call.name, args: rest, prepare });
  }
  const refusal = refusalOf(shell, file);
  if (refusal !== undefined) {
    shell.stderr.write(`${call.name}: ${file}: ${refusal.message}\n`);
    return refusal.code === "ENOENT" ? 127 : 126;
  }
  const text = yield* contentOf(shell, file);
  return yield* runScriptText(shell, text, { name: file, args: rest.slice(1), file, prepare });
}

/** Why a file is no script. */
function refusalOf(shell: Shell, file: string): FileError | undefined {
  const { files } = shell.world;
  const path = shell.resolve(file);
  if (!files.exists(path)) return new FileError("ENOENT", file);
  return files.stat(path).kind === "directory" ? new FileError("EISDIR", file) : undefined;
}

/** Options hold in the new shell before anything runs. */
function preparation(
  { name }: BuiltinCall,
  { isInteractive, options, switched }: BashArgs,
): (inner: Shell) => number {
  return (shell) => {
    if (isInteractive) shell.switch("expand_aliases", true);
    for (const [sign, option] of switched) {
      const args = [sign === "-" ? "-s" : "-u", option];
      if (shopt.run({ shell, name, args, operands: args }) !== 0) return 2;
    }
    const status = set.run({ shell, name, args: options, operands: options });
    return typeof status === "number" ? status : 0;
  };
}

interface BashArgs {
  readonly options: readonly string[];
  /** `-c` */
  readonly isCommand: boolean;
  /** `-i` */
  readonly isInteractive: boolean;
  /** `-s` */
  readonly readsInput: boolean;
  /** `-O OPTION`, `+O OPTION` */
  readonly switched: BashOptions["switched"];
  readonly rest: readonly string[];
}

function readBashArgs({ args }: BuiltinCall): BashArgs {
  const { at, options, seen, switched } = readBashOptions(args);
  const rest = args.slice(args[at] === "--" || args[at] === "-" ? at + 1 : at);
  return {
    ...{ options, switched, rest, isCommand: seen.has("c") },
    ...{ isInteractive: seen.has("i"), readsInput: seen.has("s") },
  };
}

interface BashOptions {
  /** For `set`. */
  readonly options: readonly string[];
  /** The letters that are bash's own. */
  readonly seen: ReadonlySet<string>;
  readonly switched: readonly (readonly [sign: string, option: string])[];
  readonly at: number;
}

const signed =
  (sign: string) =>
  (option: string): readonly [string, string] => [sign, option];

function readBashOptions(args: readonly string[]): BashOptions {
  const options: string[] = [];
  const switched: (readonly [string, string])[] = [];
  const seen = new Set<string>();
  for (let at = 0; ; at += 1) {
    const arg = args[at] ?? "";
    if (!/^[-+]./.test(arg) || arg === "--") return { options, seen, switched, at };
    if (arg.startsWith("--")) {
      at += Number(WITH_FILE.has(arg));
      continue;
    }
    const sign = arg.slice(0, 1);
    for (const [letter] of arg.slice(1).matchAll(/[cils]/g)) seen.add(letter);
    const letters = arg.slice(1).replace(/[cilsO]/g, "");
    if (arg.includes("O")) switched.push(...args.slice((at += 1), at + 1).map(signed(sign)));
    if (letters === "") continue;
    options.push(sign + letters);
    if (letters.endsWith("o")) options.push(...args.slice((at += 1), at + 1));
  }
}
