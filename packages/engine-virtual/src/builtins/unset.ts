import { ShellFailure } from "../shell/shell-failure.ts";
import { keyOf } from "../shell/expand/evaluate-arithmetic.ts";
import { arrayOf, isBefore } from "../shell/expand/parameter-value.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const unset: Builtin = {
  name: "unset",
  description: "Take variables and functions away",
  usage: "unset [-f] [-v] [-n] [NAME]...",
  run(call) {
    const { letters, rest } = readOptions(call.args, "fvn");
    const how = {
      mayBeFunction: !letters.has("v"),
      isReference: letters.has("n"),
    };
    let status = 0;
    for (const name of rest) {
      if (letters.has("f")) removeFunction(call.shell, name);
      else status = unsetStatus(call, name, how) ?? status;
    }
    return status;
  },
};

/** What stays does not keep the others from going. */
function unsetStatus(call: BuiltinCall, name: string, how: How): number | undefined {
  try {
    unsetOne(call.shell, name, how);
    return undefined;
  } catch (error) {
    if (!(error instanceof ShellFailure) || error.ends !== "command") throw error;
    return refuse(call, error.message);
  }
}

interface How {
  readonly mayBeFunction: boolean;
  readonly isReference: boolean;
}

function unsetOne(shell: Shell, given: string, { mayBeFunction, isReference }: How): void {
  const { variables } = shell;
  const [, element, index] = /^(\w+)\[([^]*)\]$/.exec(given) ?? [];
  if (element !== undefined && index !== undefined) {
    unsetElement(shell, variables.resolve(element), index);
    return;
  }
  const name = isReference ? given : variables.resolve(given);
  if (mayBeFunction && variables.find(name) === undefined) removeFunction(shell, name);
  else variables.unset(name);
}

function unsetElement(shell: Shell, name: string, index: string): void {
  const { variables } = shell;
  const variable = variables.find(name);
  const isWhole = index === "@" || index === "*";
  if (typeof variable?.value === "string") {
    const isAll = variable.readonly || (!isWhole && keyOf(shell, name, index) === 0);
    if (!isAll) throw new ShellFailure(`${name}: not an array variable`);
    variables.unset(name);
  } else if (isWhole || variable?.readonly === true) {
    variables.unset(name);
  } else {
    unsetKey(shell, name, index);
  }
}

function unsetKey(shell: Shell, name: string, index: string): void {
  if (shell.variables.find(name) === undefined) return;
  const key = keyOf(shell, name, index);
  if (arrayOf(shell, name) !== undefined && isBefore(shell, name, key)) {
    throw new ShellFailure(`[${index}]: bad array subscript`);
  }
  shell.variables.unsetElement(name, key);
}

function removeFunction(shell: Shell, name: string): void {
  const functions = new Map(shell.functions);
  functions.delete(name);
  shell.functions = functions;
}
