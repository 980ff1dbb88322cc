import type { Input, Invocation, Output, Running } from "../../commands/command.ts";
import type { Files } from "../../files/files.ts";
import type { Shell } from "../shell.ts";

const EMPTY: Input = {
  *read() {
    return undefined;
  },
};

/** A command's view of the shell that calls it. */
export class CommandInvocation implements Invocation {
  readonly name: string;
  readonly args: readonly string[];
  readonly #shell: Shell;

  constructor(shell: Shell, argv: readonly string[]) {
    const [name = "", ...args] = argv;
    this.name = name;
    this.args = args;
    this.#shell = shell;
  }

  get files(): Files {
    return this.#shell.world.files;
  }

  get cwd(): string {
    return this.#shell.cwd;
  }

  get env(): ReadonlyMap<string, string> {
    return this.#shell.variables.exported();
  }

  get umask(): number {
    return this.#shell.umask;
  }

  get stdin(): Input {
    return this.#shell.channels[0]?.input ?? EMPTY;
  }

  get stdout(): Output {
    return this.#shell.stdout;
  }

  get stderr(): Output {
    return this.#shell.stderr;
  }

  descriptor(number: number): Input | undefined {
    return this.#shell.channels[number]?.input;
  }

  resolve(path: string): string {
    return this.#shell.resolve(path);
  }

  now(): number {
    return this.#shell.world.now();
  }

  runCommand(argv: readonly string[]): Running<number> {
    const inner = this.#shell.subshell();
    return this.#shell.world.interpreter.argv(inner, argv);
  }
}
