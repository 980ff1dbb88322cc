import { SandboxError } from "@agent-sandbox/core";

import { errnoOf } from "../errno.ts";

/** What the system says of a path that was to be imported. */
export function unreadable(path: string, cause: unknown): SandboxError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const state = errnoOf(cause) === "EACCES" ? "permission denied" : message;
  return new SandboxError("WORKSPACE_INVALID", `Cannot import "${path}": ${state}`, {
    hint: "Let it be read, or exclude it by filesystem.exclude",
    cause,
  });
}
