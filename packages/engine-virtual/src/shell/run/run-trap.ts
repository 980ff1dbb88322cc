import type { Running } from "../../commands/command.ts";
import type { Shell } from "../shell.ts";

/** What `trap … EXIT` left to be done; the status with which the shell ends. */
export function* runExitTrap(shell: Shell, status: number): Running<number> {
  const action = shell.traps.get("EXIT");
  if (action === undefined) return status;
  shell.traps = new Map([...shell.traps].filter(([name]) => name !== "EXIT"));
  shell.unwinding = undefined;
  shell.status = status;
  shell.isTrapping = true;
  const last = yield* shell.world.interpreter.text(shell, action);
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
  const { isTrapping, traps } = shell;
  shell.traps = new Map([...traps].filter(([name]) => name !== "ERR"));
  shell.isTrapping = true;
  yield* shell.world.interpreter.text(shell, action, shell.line);
  shell.isTrapping = isTrapping;
  shell.traps = traps;
  shell.status = status;
}
