import type { Command } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import type { Shell } from "../shell.ts";

/** What `trap … EXIT` left to be done; the status with which the shell ends. */
export function* runExitTrap(shell: Shell, status: number): Running<number> {
  const action = shell.traps.get("EXIT");
  const leaves = shell.unwinding?.type;
  // A `break` out of a loop that is none any more passes over this, too.
  if (action === undefined || leaves === "break" || leaves === "continue") return status;
  shell.traps = without(shell.traps, "EXIT");
  shell.unwinding = undefined;
  shell.status = status;
  const last = yield* runAction(shell, action);
  return endedByExit(shell) ? last : status;
}

function endedByExit(shell: Shell): boolean {
  return shell.unwinding?.type === "exit";
}

/** `trap … ERR`, after a command that failed where nobody asked. */
export function* runErrorTrap(shell: Shell, status: number): Running<void> {
  const action = shell.traps.get("ERR");
  if (action === undefined) return;
  if (shell.functionDepth > shell.errorTrapDepth && !shell.isOn("errtrace")) return;
  const { traps } = shell;
  shell.traps = without(traps, "ERR");
  yield* runAction(shell, action, shell.line);
  shell.traps = traps;
  shell.status = status;
}

/** The text of a trap; `$BASH_COMMAND` stays what it was when it was called. */
export function* runAction(shell: Shell, action: string, firstLine = 1): Running<number> {
  const { isInTrap } = shell;
  shell.isInTrap = true;
  try {
    return yield* shell.world.interpreter.text(shell, action, firstLine);
  } finally {
    shell.isInTrap = isInTrap;
  }
}

/** `trap … RETURN`, when a function or a sourced file has ended, whose status stays. */
export function* runReturnTrap(shell: Shell, status: number): Running<void> {
  const action = shell.traps.get("RETURN");
  if (action === undefined || shell.isInTrap || shell.unwinding !== undefined) return;
  yield* runAction(shell, action);
  if (!endedByExit(shell)) shell.status = status;
}

/** `trap … DEBUG`, before a command, which `head` shows where it is not shown as a whole. */
export function* runDebugTrap(shell: Shell, node: Command, head?: string): Running<void> {
  const action = shell.traps.get("DEBUG");
  if (action === undefined || shell.isInDebug || shell.debugged === node) return;
  shell.place.at = node.start;
  shell.note(node, head);
  const { pipeStatuses, status } = shell;
  shell.isInDebug = true;
  try {
    yield* runAction(shell, action, shell.line);
  } finally {
    shell.isInDebug = false;
  }
  if (!endedByExit(shell)) Object.assign(shell, { pipeStatuses, status });
}

/**
 * Without `set -T` a function or a sourced file has none of these traps around it; what gives them back,
 * where none were set in it.
 */
export function hideTraps(shell: Shell, names: readonly TracedTrap[]): () => void {
  const hidden = [...shell.traps].filter(([name]) => names.some((one) => one === name));
  if (hidden.length === 0 || shell.isOn("functrace")) return NOTHING;
  for (const [name] of hidden) shell.traps = without(shell.traps, name);
  return () => {
    shell.traps = new Map([...hidden, ...shell.traps]);
  };
}

type TracedTrap = "DEBUG" | "RETURN";

const NOTHING = (): void => undefined;

function without(traps: Shell["traps"], name: string): Shell["traps"] {
  return new Map([...traps].filter(([one]) => one !== name));
}
