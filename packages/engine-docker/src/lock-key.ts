import { createHash } from "node:crypto";

/**
 * What opening and stopping one sandbox is locked by: branches open side by side. Bind mode has the
 * workspace's own, since the placeholders in the host's checkout belong to it. A named agent's sandbox
 * has the lock of the one that people enter: whoever drops a branch keeps both closed by it.
 */
export function sandboxLock(workspaceHash: string, branch: string | undefined): string {
  if (branch === undefined) return workspaceHash;
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, 16);
  return `${workspaceHash}-${hash}`;
}

/** What starting and stopping a workspace's gate is locked by. */
export function gateLock(workspaceHash: string): string {
  return `${workspaceHash}-gate`;
}
