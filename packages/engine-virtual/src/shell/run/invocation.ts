import type { Input, Invocation } from "../../commands/command.ts";
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
    canWait: () => world.canWait(),
    runCommand: (words) => world.interpreter.argv(shell.subshell(), words),
  };
}
