import { type Script, ShellSyntaxError } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import type { Interpreter } from "../world.ts";
import { expandPrompt } from "./expand-prompt.ts";
import { runNested } from "./nested.ts";
import { readScript } from "./parse-cache.ts";
import { runArgv } from "./run-argv.ts";
import { runFunction } from "./run-function.ts";
import { runInput } from "./run-input.ts";
import { runLines } from "./run-lines.ts";
import { runScript } from "./run-script.ts";
import { runExitTrap } from "./run-trap.ts";

/** Runs a text as a script; what is no script, or not supported, is status 2 before any of it runs. */
function* runText(shell: Shell, text: string, firstLine = 1): Running<number> {
  const { place } = shell;
  shell.isImage = false;
  shell.place = { text, at: 0, firstLine };
  try {
    return yield* runLines(shell, readScript(text), text);
  } catch (error) {
    return refusedStatus(shell, error);
  } finally {
    shell.place = place;
  }
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
  input: (shell) => runInput(shell, runText),
  argv: (shell, argv) => runArgv(shell, { argv }),
  prompt: expandPrompt,
  functionCall: (shell, call) => {
    shell.isImage = false;
    return runNested(runFunction(shell, call));
  },
};
