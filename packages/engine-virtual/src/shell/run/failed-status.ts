import { FileError } from "../../files/errors.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";

/** Tells what went wrong with a command, and ends what it ends. */
export function failedStatus(shell: Shell, error: unknown): number {
  if (error instanceof FileError) {
    shell.complain(`${error.path}: ${error.message}`);
    return 1;
  }
  if (!(error instanceof ShellFailure)) throw error;
  shell.complain(error.message);
  if (error instanceof ReportedFailure && shell.isOn("errexit")) {
    shell.unwinding = { type: "exit", isFailure: true };
    shell.status = shell.status === 0 ? 1 : shell.status;
    return shell.status;
  }
  if (error.ends === "line") shell.unwinding = { type: "line" };
  if (error.ends === "script") shell.unwinding = { type: "exit", isFailure: true };
  shell.status = error.ends === "script" && endsWithOne(shell) ? 1 : error.status;
  return shell.status;
}

/** The error's own status is seen only where bash was given a text, and `set -e` does not end it first. */
function endsWithOne(shell: Shell): boolean {
  return shell.isSubshell || shell.file !== undefined || shell.isOn("errexit");
}
