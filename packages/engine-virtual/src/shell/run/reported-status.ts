import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";

/** What bash reports while a command runs is the command's status, unless it ends the script. */
export function reportedStatus(shell: Shell, error: ReportedFailure): number {
  if (shell.isOn("errexit")) throw error;
  shell.complain(error.message);
  return error.status;
}

/** What is wrong in `(( ))` and `[[ ]]` is their status; what an expansion in them ends is ended. */
export function askedStatus(shell: Shell, error: unknown, asker: string): number {
  if (!(error instanceof ShellFailure) || error.ends !== "command") throw error;
  if (error instanceof ReportedFailure) return reportedStatus(shell, error);
  shell.complain(`${asker}: ${error.message}`);
  return error.status;
}
