import { SandboxError } from "@agent-sandbox/core";

import { errnoOf } from "../errno.ts";

const DISK_FULL = new Set(["ENOSPC", "EDQUOT"]);
const FORBIDDEN = new Set(["EACCES", "EPERM", "EROFS"]);

/** What the system refused in our state folder, as a sentence: `action` follows "Cannot". */
export function stateFailure(action: string, cause: unknown): SandboxError {
  if (isDiskFull(cause)) {
    return new SandboxError("DISK_FULL", `Cannot ${action}: the disk is full`, {
      hint: "Make room on it, or set XDG_STATE_HOME to a folder on another one",
      cause,
    });
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  const state = FORBIDDEN.has(errnoOf(cause) ?? "")
    ? "this user may not, or it is read-only"
    : message;
  return new SandboxError("SANDBOX_FAILED", `Cannot ${action}: ${state}`, {
    hint: "Make the folder writable, or set XDG_STATE_HOME to one that is",
    cause,
  });
}

export function isDiskFull(cause: unknown): boolean {
  return DISK_FULL.has(errnoOf(cause) ?? "");
}
