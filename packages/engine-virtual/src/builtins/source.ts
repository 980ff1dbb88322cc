import type { Running } from "../commands/command.ts";
import { openChannel } from "../shell/io/open-channel.ts";
import { findOnPath } from "../shell/run/find-on-path.ts";
import { runExitTrap } from "../shell/run/run-trap.ts";
import { runScriptText } from "../shell/run/run-file.ts";
import type { Shell } from "../shell/shell.ts";
import { decodeText } from "../shell/text.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { set } from "./set.ts";

export const source: Builtin = {
  name: "source",
  description: "Run a script in this shell",
  usage: "source FILE [ARG]...",
  *run(call) {
    const { shell } = call;
    const [path, ...args] = call.args;
    if (path === undefined) return refuse(call, "filename argument required", 2);
    const text = yield* contentOf(shell, path);
    const { parameters } = shell;
    if (args.length > 0) shell.parameters = { ...parameters, args };
    const { calls } = shell;
    shell.calls = [...calls, { name: "source", origin: path, line: shell.line }];
    shell.sources += 1;
    shell.substitutions += 1;
    try {
      return yield* sourced(shell, text);
    } finally {
      shell.sources -= 1;
      shell.substitutions -= 1;
      shell.calls = calls;
      if (args.length > 0) shell.parameters = parameters;
    }
  },
};

export const dot: Builtin = { ...source, name: ".", usage: ". FILE [ARG]..." };

function* sourced(shell: Shell, text: string): Running<number> {
  const status = yield* shell.world.interpreter.text(shell, text);
  if (shell.unwinding?.type !== "return") return status;
  shell.unwinding = undefined;
  return shell.status;
}

function* contentOf(shell: Shell, path: string): Running<string> {
  const channel = openChannel(shell, path, { read: true });
  try {
    const found =
      channel.input === undefined ? undefined : yield* channel.input.readUntil(undefined);
    return found === undefined ? "" : decodeText(found.bytes);
  } finally {
    channel.close?.();
  }
}

/** What BASH_VERSION says too. */
export const BASH_VERSION = "5.2.15(1)-release";

export const bash: Builtin = {
  name: "bash",
  description: "Run a script in a shell of its own",
  usage: "bash [-eux] [-o OPTION] [-c SCRIPT | FILE] [ARG]...",
  *run(call) {
    const { options, readsInput, rest, script } = readBashArgs(call);
    const { shell } = call;
    if (call.args[0] === "--version") {
      shell.stdout.write(`GNU bash, version ${BASH_VERSION} (x86_64-pc-linux-gnu)\n`);
      return 0;
    }
    const prepare = (inner: Shell) => void set.run({ shell: inner, name: call.name, args: options, operands: options });
    if (script === "none") {
      shell.stderr.write(`${call.name}: -c: option requires an argument\n`);
      return 2;
    }
    if (script !== undefined) {
      const [name = call.name, ...args] = rest;
      return yield* runScriptText(shell, script.text, { name, args, prepare });
    }
    const file = readsInput ? undefined : rest[0];
    const args = readsInput ? rest : rest.slice(1);
    if (file !== undefined && !shell.world.files.exists(shell.resolve(file))) {
      shell.stderr.write(`${call.name}: ${file}: No such file or directory\n`);
      return 127;
    }
    const text = yield* contentOf(shell, file ?? "/dev/stdin");
    const name = file ?? call.name;
    return yield* runScriptText(shell, text, { name, args, prepare, ...(file !== undefined && { file }) });
  },
};

export const sh: Builtin = { ...bash, name: "sh" };

interface BashArgs {
  readonly options: readonly string[];
  /** "none" where `-c` has none behind it. */
  readonly script: { readonly text: string } | "none" | undefined;
  /** `-s` */
  readonly readsInput: boolean;
  readonly rest: readonly string[];
}

function readBashArgs({ args }: BuiltinCall): BashArgs {
  const { at, options, seen } = readBashOptions(args);
  const rest = args.slice(args[at] === "--" ? at + 1 : at);
  const readsInput = seen.has("s");
  if (!seen.has("c")) return { options, readsInput, script: undefined, rest };
  const script = rest[0] === undefined ? "none" : { text: rest[0] };
  return { options, readsInput, script, rest: rest.slice(1) };
}

interface BashOptions {
  /** For `set`. */
  readonly options: readonly string[];
  /** The letters that are bash's own. */
  readonly seen: ReadonlySet<string>;
  readonly at: number;
}

function readBashOptions(args: readonly string[]): BashOptions {
  const options: string[] = [];
  const seen = new Set<string>();
  for (let at = 0; ; at += 1) {
    const arg = args[at] ?? "";
    if (!/^[-+]./.test(arg) || arg === "--") return { options, seen, at };
    if (arg.startsWith("--")) continue;
    for (const [letter] of arg.slice(1).matchAll(/[cils]/g)) seen.add(letter);
    const letters = arg.slice(1).replace(/[cils]/g, "");
    if (letters === "") continue;
    options.push(arg.slice(0, 1) + letters);
    if (letters.endsWith("o")) options.push(...args.slice((at += 1), at + 1));
  }
}

export const exec: Builtin = {
  name: "exec",
  description: "Run a command in the shell's place; without one, keep the redirections",
  usage: "exec [COMMAND [ARG]...]",
  *run({ args, shell }) {
    const [first] = args;
    if (first === undefined) return 0;
    if (isNowhere(shell, first)) {
      shell.unwinding = { type: "exit" };
      shell.complain(`exec: ${first}: not found`);
      shell.status = 127;
      return 127;
    }
    const status = yield* shell.world.interpreter.argv(shell, args);
    const last = yield* runExitTrap(shell, status);
    shell.unwinding = { type: "exit" };
    shell.status = last;
    return last;
  },
};

function isNowhere(shell: Shell, name: string): boolean {
  return !name.includes("/") && shell.find(name) === undefined && findOnPath(shell, name) === undefined;
}
