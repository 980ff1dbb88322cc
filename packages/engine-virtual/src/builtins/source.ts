import type { Running } from "../commands/command.ts";
import { openChannel } from "../shell/io/open-channel.ts";
import { findOnPath } from "../shell/run/find-on-path.ts";
import { hideTraps, runReturnTrap } from "../shell/run/run-trap.ts";
import { ShellFailure, UsageFailure } from "../shell/shell-failure.ts";
import type { Shell } from "../shell/shell.ts";
import { decodeText } from "../shell/text.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const source: Builtin = {
  name: "source",
  description: "Run a script in this shell",
  usage: "source FILE [ARG]...",
  *run(call) {
    const { shell } = call;
    const [path, ...args] = call.args;
    if (path === undefined) throw new UsageFailure("filename argument required");
    const text = yield* textOf(call, path);
    if (text === undefined) return 1;
    const { parameters } = shell;
    if (args.length > 0) shell.parameters = { ...parameters, args };
    const { calls } = shell;
    shell.calls = [...calls, { name: "source", origin: path, line: shell.line }];
    shell.sources += 1;
    shell.substitutions += 1;
    const showTraps = hideTraps(shell, ["DEBUG"]);
    try {
      return yield* sourced(shell, text);
    } finally {
      showTraps();
      shell.sources -= 1;
      shell.substitutions -= 1;
      shell.calls = calls;
      if (args.length > 0) shell.parameters = parameters;
    }
  },
};

export const dot: Builtin = { ...source, name: ".", usage: ". FILE [ARG]..." };

/** What cannot be opened is named without the builtin. */
function* textOf(call: BuiltinCall, path: string): Running<string | undefined> {
  if (isDirectory(call.shell, path)) {
    refuse(call, `${path}: is a directory`);
    return undefined;
  }
  try {
    return yield* contentOf(call.shell, path);
  } catch (error) {
    if (!(error instanceof ShellFailure)) throw error;
    call.shell.complain(error.message);
    return undefined;
  }
}

function isDirectory(shell: Shell, path: string): boolean {
  const { files } = shell.world;
  const absolute = shell.resolve(path);
  return files.exists(absolute) && files.stat(absolute).kind === "directory";
}

function* sourced(shell: Shell, text: string): Running<number> {
  const last = yield* shell.world.interpreter.text(shell, text);
  const status = shell.unwinding?.type === "return" ? shell.status : last;
  if (shell.unwinding?.type === "return") shell.unwinding = undefined;
  if (shell.traps.size > 0) yield* runReturnTrap(shell, status);
  return shell.unwinding === undefined ? status : shell.status;
}

/** All that is in a file, which may be a descriptor. */
export function* contentOf(shell: Shell, path: string): Running<string> {
  const channel = openChannel(shell, path, { read: true });
  try {
    const found =
      channel.input === undefined ? undefined : yield* channel.input.readUntil(undefined);
    return found === undefined ? "" : decodeText(found.bytes);
  } finally {
    channel.close?.();
  }
}

export const exec: Builtin = {
  name: "exec",
  description: "Run a command in the shell's place; without one, keep the redirections",
  usage: "exec [COMMAND [ARG]...]",
  *run(call) {
    const { shell } = call;
    const { letters, rest: args } = readOptions(call.args, "cla:");
    const [first] = args;
    if (first === undefined) return 0;
    if (letters.size > 0) {
      // What stands behind it would not run in bash either.
      const message = "exec: its options are not supported";
      throw new ShellFailure(message, { status: 2, ends: "script" });
    }
    if (isNowhere(shell, first)) {
      shell.unwinding = { type: "exit" };
      shell.complain(`exec: ${first}: not found`);
      shell.status = 127;
      return 127;
    }
    // What comes in the shell's place knows none of its traps: only what is ignored stays so.
    shell.traps = new Map([...shell.traps].filter(([, action]) => action === ""));
    const status = yield* shell.world.interpreter.argv(shell, args);
    shell.unwinding = { type: "exit" };
    shell.status = status;
    return status;
  },
};

function isNowhere(shell: Shell, name: string): boolean {
  return (
    !name.includes("/") &&
    shell.world.find(name) === undefined &&
    findOnPath(shell, name) === undefined
  );
}
