import { SandboxError } from "@agent-sandbox/core";

import { EXIT_STATUS, OWN_FAILURE } from "./exit-status.ts";

/** A failure as people and programs are told it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** What the program that failed said itself. */
  readonly detail: string | undefined;
  readonly status: number;
}

/** What any thrown value means to the person; never a stack trace. */
export function toFailure(error: unknown): Failure {
  if (error instanceof SandboxError) {
    const { code, message, hint, detail } = error;
    return { code, message, hint, detail, status: EXIT_STATUS[code] };
  }
  if (isOclifError(error)) return usage(error.message);
  if (isSystemError(error)) {
    const message = `Cannot go on: ${error.message}`;
    return { code: "SYSTEM", message, hint: undefined, detail: undefined, status: OWN_FAILURE };
  }
  return {
    code: "BUG",
    message: `Cannot go on: ${error instanceof Error ? error.message : String(error)}`,
    hint: "This is a bug of agent-sandbox: please report it with what you typed",
    detail: undefined,
    status: 1,
  };
}

/** oclif's messages end with a paragraph on where to find help, which is the hint here. */
function usage(text: string): Failure {
  const message = text.split(/\n(?:\n|See more help)/)[0] ?? text;
  const hint = "See more help with --help";
  return { code: "USAGE", message, hint, detail: undefined, status: EXIT_STATUS.USAGE };
}

/** What the machine refused (no such file, no permission, disk full) is no bug of ours. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** By its mark and not by its class: that would load oclif for every start. */
function isOclifError(error: unknown): error is Error {
  return error instanceof Error && "oclif" in error;
}
