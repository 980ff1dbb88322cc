import type { CommandInputOutput, Input, Invocation } from "../../commands/command.ts";
import { inputChannel, withChannel } from "../io/channels.ts";
import type { Shell } from "../shell.ts";

const EMPTY: Input = {
  *read() {
    yield;
    return undefined;
  },
};

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
    stdin: channels[0]?.input ?? EMPTY,
    stdout: shell.stdout,
    stderr: shell.stderr,
    get env() {
      return shell.variables.exported();
    },
    descriptor: (number) => channels[number]?.input,
    resolve: (path) => shell.resolve(path),
    now: () => world.now(),
    runCommand: (words, others) =>
      world.interpreter.argv(withOthers(shell.subshell(), others), words),
  };
}

/** A shell that reads and writes elsewhere. */
function withOthers(shell: Shell, { stdin, stdout }: CommandInputOutput = {}): Shell {
  if (stdin !== undefined) shell.channels = withChannel(shell.channels, 0, inputChannel(stdin));
  if (stdout !== undefined) shell.channels = withChannel(shell.channels, 1, { output: stdout });
  return shell;
}
