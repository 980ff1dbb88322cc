import { keyOf } from "../shell/expand/evaluate-arithmetic.ts";
import type { Shell } from "../shell/shell.ts";
import type { Builtin } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const unset: Builtin = {
  name: "unset",
  description: "Take variables and functions away",
  usage: "unset [-f] [-v] [-n] [NAME]...",
  run({ args, shell }) {
    const { letters, rest } = readOptions(args, "fvn");
    for (const name of rest) {
      if (letters.has("f")) removeFunction(shell, name);
      else
        unsetOne(shell, name, { mayBeFunction: !letters.has("v"), isReference: letters.has("n") });
    }
    return 0;
  },
};

interface How {
  readonly mayBeFunction: boolean;
  readonly isReference: boolean;
}

function unsetOne(shell: Shell, given: string, { mayBeFunction, isReference }: How): void {
  const { variables } = shell;
  const [, element, index] = /^(\w+)\[([^]*)\]$/.exec(given) ?? [];
  if (element !== undefined && index !== undefined) {
    const name = variables.resolve(element);
    if (index === "@" || index === "*") variables.unset(name);
    else variables.unsetElement(name, keyOf(shell, name, index));
    return;
  }
  const name = isReference ? given : variables.resolve(given);
  if (mayBeFunction && variables.find(name) === undefined) removeFunction(shell, name);
  else variables.unset(name);
}

function removeFunction(shell: Shell, name: string): void {
  const functions = new Map(shell.functions);
  functions.delete(name);
  shell.functions = functions;
}
