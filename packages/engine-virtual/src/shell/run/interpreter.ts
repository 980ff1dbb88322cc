import { type Script, ShellSyntaxError } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import type { Interpreter } from "../world.ts";
import { runNested } from "./nested.ts";
import { readScript } from "./parse-cache.ts";
import { runArgv } from "./run-argv.ts";
import { runFunction } from "./run-function.ts";
import { runScript } from "./run-script.ts";
import { runExitTrap } from "./run-trap.ts";

/** Runs a text as a script; what is no script, or not supported, is status 2 before any of it runs. */
function* runText(shell: Shell, text: string): Running<number> {
  const { place } = shell;
  shell.place = { text, at: 0 };
  try {
    return yield* runLines(shell, readScript(text), text);
  } catch (error) {
    return refusedStatus(shell, error);
  } finally {
    shell.place = place;
  }
}

/** What ends a line goes on behind it: the statements of one text are those of its lines. */
function* runLines(shell: Shell, script: Script, text: string): Running<number> {
  let rest = script;
  for (;;) {
    const status = yield* runScript(shell, rest);
    if (shell.unwinding?.type !== "line") return status;
    shell.status = 1;
    // A subshell ends with it.
    if (shell.isSubshell) return 1;
    shell.unwinding = undefined;
    rest = behindLine(rest, text, shell.place.at);
    if (rest.statements.length === 0) return shell.status;
  }
}

/** The statements that begin on a later line than the one that holds `at` ends on. */
function behindLine(script: Script, text: string, at: number): Script {
  const ended = script.statements.findLast(({ start }) => start <= at);
  const lineEnd = text.indexOf("\n", ended?.end ?? at);
  const statements = lineEnd === -1 ? [] : script.statements.filter(({ start }) => start > lineEnd);
  return { type: "script", statements };
}

function* runSubshell(inner: Shell, script: Script): Running<number> {
  const status = yield* runScript(inner, script);
  return yield* runExitTrap(inner, status);
}

function refusedStatus(shell: Shell, error: unknown): number {
  if (error instanceof ShellSyntaxError) {
    shell.place.at = error.position;
    const state = error.message.replace("Cannot read the script: ", "");
    shell.complain(`syntax error: ${state}`);
  } else if (error instanceof ShellFailure) {
    shell.complain(error.message);
  } else {
    throw error;
  }
  shell.status = 2;
  return 2;
}

export const INTERPRETER: Interpreter = {
  script: runScript,
  subshell: (inner, script) => runNested(runSubshell(inner, script)),
  text: runText,
  argv: (shell, argv, missing) => runArgv(shell, { argv, missing }),
  functionCall: (shell, call) => runNested(runFunction(shell, call)),
};
