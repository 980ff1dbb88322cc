import {
  CommandNotRun,
  type CommandPlace,
  type Invocation,
  type Running,
} from "../../commands/command.ts";
import { EMPTY_INPUT } from "../../commands/empty-input.ts";
import { inputChannel, withChannel } from "../io/channels.ts";
import type { ProcessGroup } from "../jobs/process.ts";
import type { Shell } from "../shell.ts";
import { refusalOf } from "./find-on-path.ts";

/** A command's view of the shell that calls it. */
export function invocationOf(shell: Shell, argv: readonly string[]): Invocation {
  const [name = "", ...args] = argv;
  const { channels, cwd, umask, world } = shell;
  return {
    name,
    args,
    files: world.files,
    cwd,
    umask,
    stdin: channels[0]?.input ?? EMPTY_INPUT,
    stdout: shell.stdout,
    stderr: shell.stderr,
    get env() {
      return shell.variables.exported();
    },
    descriptor: (number) => channels[number]?.input,
    outputDescriptor: (number) => channels[number]?.output,
    resolve: (path) => shell.resolve(path),
    now: () => world.now(),
    canWait: () => world.canWait(),
    runCommand: (words, others) => runProgram(programShell(shell, others), words),
    runGroup: (words) => {
      const inner = programShell(shell);
      const group: ProcessGroup = { outer: shell.group };
      inner.group = group;
      const end = (signal: string) => world.processes.endGroup(group, signal);
      return { running: runProgram(inner, words), end };
    },
  };
}

function* runProgram(shell: Shell, words: readonly string[]): Running<number> {
  const refusal = refusalOf(shell, words[0] ?? "");
  if (refusal !== undefined) throw new CommandNotRun(refusal);
  return yield* shell.world.interpreter.argv(shell, words);
}

/** The shell for what a command runs, which reads, writes and is elsewhere where that is said. */
function programShell(shell: Shell, { cwd, stdin, stdout }: CommandPlace = {}): Shell {
  const inner = shell.subshell();
  inner.functions = new Map();
  if (cwd !== undefined) moveTo(inner, cwd);
  if (stdin !== undefined) inner.channels = withChannel(inner.channels, 0, inputChannel(stdin));
  if (stdout !== undefined) inner.channels = withChannel(inner.channels, 1, { output: stdout });
  return inner;
}

function moveTo(shell: Shell, cwd: string): void {
  shell.cwd = cwd;
  shell.variables.set("PWD", cwd);
}
