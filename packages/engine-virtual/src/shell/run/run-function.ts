import type { Running } from "../../commands/command.ts";
import type { Shell } from "../shell.ts";
import type { ShellFunction } from "../world.ts";
import { closeAll, redirect } from "./redirect.ts";
import { runCompound } from "./run-compound.ts";
import { hideTraps, runDebugTrap, runReturnTrap } from "./run-trap.ts";

/** Calls a function: its own parameters and `local` variables, and all else the caller's. */
export function* runFunction(
  shell: Shell,
  { definition, argv }: { readonly definition: ShellFunction; readonly argv: readonly string[] },
): Running<number> {
  const { body, name } = definition.definition;
  const { calls, channels, depth, functionDepth, loops, parameters, place } = shell;
  shell.deeper(shell);
  const showTraps = hideTraps(shell, ["DEBUG", "RETURN"]);
  shell.variables.pushScope();
  shell.parameters = { name: parameters.name, args: argv.slice(1) };
  shell.calls = [...calls, { name, origin: definition.origin, line: shell.line }];
  shell.functionDepth += 1;
  shell.loops = 0;
  shell.place = { text: definition.source, at: body.start };
  try {
    const opened = body.redirections.length === 0 ? [] : yield* redirect(shell, body.redirections);
    if (shell.traps.size > 0 && shell.command !== undefined) {
      yield* runDebugTrap(shell, { ...shell.command, start: body.start });
    }
    const last = yield* runCompound(shell, body);
    closeAll(opened);
    const status = shell.unwinding?.type === "return" ? shell.status : last;
    if (shell.unwinding?.type === "return") shell.unwinding = undefined;
    if (shell.traps.size > 0) yield* runReturnTrap(shell, status);
    return shell.unwinding === undefined ? status : shell.status;
  } finally {
    showTraps();
    shell.variables.popScope();
    Object.assign(shell, { calls, channels, depth, functionDepth, loops, parameters, place });
  }
}
