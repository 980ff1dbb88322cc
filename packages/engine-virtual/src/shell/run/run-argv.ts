import type { Assignment } from "@agent-sandbox/shell-syntax";

import { BrokenPipe, type Running } from "../../commands/command.ts";
import { FileError, LimitError } from "../../files/errors.ts";
import { reapJobs } from "../jobs/reap-jobs.ts";
import { IndexFailure, ReportedFailure, ShellFailure, UsageFailure } from "../shell-failure.ts";
import { usageLine } from "../print/usage-lines.ts";
import type { Shell } from "../shell.ts";
import type { Callable } from "../world.ts";
import { findOnPath, programOf } from "./find-on-path.ts";
import { invocationOf } from "./invocation.ts";
import { reportedStatus } from "./reported-status.ts";
import { runFile } from "./run-file.ts";

export interface Call {
  readonly argv: readonly string[];
  /** The words behind the name, where some are assignments. */
  readonly operands?: readonly (string | Assignment)[];
  /** `command`, `exec`: what is no function. */
  readonly skipsFunctions?: boolean;
}

/** Runs a command whose words are expanded: a function, a builtin, a command or a script. */
export function* runArgv(shell: Shell, call: Call): Running<number> {
  const [name = ""] = call.argv;
  const definition = call.skipsFunctions === true ? undefined : shell.functions.get(name);
  if (definition !== undefined) {
    return yield* shell.world.interpreter.functionCall(shell, { definition, argv: call.argv });
  }
  const refusal = shell.world.guard?.refusal(call.argv);
  if (refusal !== undefined) {
    shell.complain(`${name}: ${refusal}`);
    return 126;
  }
  const callable = shell.world.find(programOf(name));
  if (callable === undefined) {
    const file = name.includes("/") ? name : findOnPath(shell, name);
    if (file !== undefined) return yield* runFile(shell, [file, ...call.argv.slice(1)]);
    shell.complain(`${name}: command not found`);
    return 127;
  }
  return yield* runCallable(shell, callable, call);
}

function* runCallable(shell: Shell, callable: Callable, call: Call): Running<number> {
  try {
    if (callable.type === "command") {
      const status = yield* callable.command.run(invocationOf(shell, call.argv));
      if (shell.jobs !== undefined) reapJobs(shell);
      return status;
    }
    const [name = "", ...args] = call.argv;
    const result = callable.builtin.run({ shell, name, args, operands: call.operands ?? args });
    return typeof result === "number" ? result : yield* result;
  } catch (error) {
    const failed = { name: call.argv[0] ?? "", isBuiltin: callable.type === "builtin" };
    return failedStatus(shell, failed, error);
  }
}

const COMMAND_LIMITS = new Set<unknown>([
  ...["maxTotalSize", "maxFileSize", "maxNodeCount", "maxDepth"],
  ...["maxSearchLength", "maxTextLength"],
]);

interface Failed {
  readonly name: string;
  readonly isBuiltin: boolean;
}

/** Where an expression is wrong, bash says which builtin has evaluated it. */
function told(name: string, error: ShellFailure): ShellFailure {
  const { ends, message, status } = error;
  const isTold =
    error instanceof IndexFailure ||
    message.startsWith(`${name}: `) ||
    !message.includes("(error token is ");
  return isTold ? error : new ShellFailure(`${name}: ${message}`, { ends, status });
}

/** A file that grows too large ends its command, as a full disk does; so does a text that is too long to search. */
function failedStatus(shell: Shell, { name, isBuiltin }: Failed, error: unknown): number {
  if (error instanceof FileError && error.path === "-" && !isBuiltin) {
    shell.stderr.write(`${name}: read error: ${error.message}\n`);
    return 1;
  }
  if (error instanceof FileError) {
    shell.complain(`${name}: ${error.path}: ${error.message}`);
    return 1;
  }
  if (error instanceof LimitError && COMMAND_LIMITS.has(error.limit)) {
    shell.complain(`${name}: ${error.message}`);
    return 126;
  }
  if (error instanceof BrokenPipe || error instanceof LimitError) throw error;
  if (!(error instanceof ShellFailure)) throw error;
  return shellStatus(shell, { name, isBuiltin }, error);
}

function shellStatus(shell: Shell, { name, isBuiltin }: Failed, error: ShellFailure): number {
  if (error instanceof ReportedFailure && isBuiltin) return reportedStatus(shell, error);
  if (error.ends !== "command") throw isBuiltin ? told(name, error) : error;
  shell.complain(
    error.message.startsWith(`${name}: `) ? error.message : `${name}: ${error.message}`,
  );
  if (error instanceof UsageFailure) shell.stderr.write(usageLine(name));
  return error.status;
}
