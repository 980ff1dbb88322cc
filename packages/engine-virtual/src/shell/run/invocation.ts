import type { Input, Invocation } from "../../commands/command.ts";
import { NOTHING, withChannel } from "../io/channels.ts";
import type { Shell } from "../shell.ts";

const EMPTY: Input = {
  *read() {
    yield;
    return undefined;
  },
};

/** The shell for what a command runs. */
function programShell(shell: Shell, how: { readonly stdin: "nothing" } | undefined): Shell {
  const inner = shell.subshell();
  inner.functions = new Map();
  if (how !== undefined) inner.channels = withChannel(inner.channels, 0, NOTHING);
  return inner;
}

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
    outputDescriptor: (number) => channels[number]?.output,
    resolve: (path) => shell.resolve(path),
    now: () => world.now(),
    runCommand: (words, how) => world.interpreter.argv(programShell(shell, how), words),
  };
}
