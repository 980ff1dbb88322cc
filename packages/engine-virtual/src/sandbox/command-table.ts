import { BUILTINS } from "../builtins/index.ts";
import type { Command } from "../commands/command.ts";
import { FILE_COMMANDS } from "../commands/index.ts";
import type { Callable } from "../shell/world.ts";

const OWN: ReadonlyMap<string, Callable> = new Map([
  ...BUILTINS.map((builtin) => [builtin.name, { type: "builtin", builtin } as const] as const),
  ...FILE_COMMANDS.flatMap((command) =>
    namesOf(command).map((name) => [name, asCallable(command)] as const),
  ),
]);

function namesOf({ aliases = [], name }: Command): readonly string[] {
  return [name, ...aliases];
}

function asCallable(command: Command): Callable {
  return { type: "command", command };
}

/** The commands of a sandbox: the shell's own, and those that were registered. */
export class CommandTable {
  readonly #registered: ReadonlyMap<string, Callable>;

  constructor(registered: ReadonlyMap<string, Callable> = new Map()) {
    this.#registered = registered;
  }

  /** The same with one more, which takes the place of what had its names. */
  with(command: Command): CommandTable {
    const registered = new Map(this.#registered);
    for (const name of namesOf(command)) registered.set(name, asCallable(command));
    return new CommandTable(registered);
  }

  find(name: string): Callable | undefined {
    return this.#registered.get(name) ?? OWN.get(name);
  }

  names(): readonly string[] {
    return [...new Set([...OWN.keys(), ...this.#registered.keys()])].sort();
  }
}

export const OWN_COMMANDS = new CommandTable();
