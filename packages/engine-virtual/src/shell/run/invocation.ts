import type { CommandInputOutput, Invocation } from "../../commands/command.ts";
import { EMPTY_INPUT } from "../../commands/empty-input.ts";
import { inputChannel, withChannel } from "../io/channels.ts";
import type { Shell } from "../shell.ts";

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
    runCommand: (words, others) =>
      world.interpreter.argv(programShell(shell, others), words, others?.missing ?? silently),
  };
}

/** Who runs another command says itself that there is none. */
const silently = (): void => undefined;

/** The shell for what a command runs, which reads and writes elsewhere where that is said. */
function programShell(shell: Shell, { stdin, stdout }: CommandInputOutput = {}): Shell {
  const inner = shell.subshell();
  inner.functions = new Map();
  if (stdin !== undefined) inner.channels = withChannel(inner.channels, 0, inputChannel(stdin));
  if (stdout !== undefined) inner.channels = withChannel(inner.channels, 1, { output: stdout });
  return inner;
}
