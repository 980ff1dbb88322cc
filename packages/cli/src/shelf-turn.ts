import { join } from "node:path";

import { createWorkspaceLock, resolveStateDir } from "@agent-sandbox/host";

import type { Context } from "./engine-ports.ts";

/** Whose turn it is to provision branches of a workspace goes by this name. */
export function shelfKey(workspaceHash: string): string {
  return `branches-${workspaceHash}`;
}

/** Does `work` while nobody provisions branches of the workspace: by the lock that they share. */
export async function withoutProvisioning<T>(
  workspaceHash: string,
  { surroundings, signal }: Context,
  work: () => Promise<T>,
): Promise<T> {
  const { env, home, say } = surroundings;
  const waiting = { progress: say, doing: "prepares branches of this repository" };
  const lock = createWorkspaceLock(join(resolveStateDir(env, home), "shared"), waiting);
  return await lock.hold(`${shelfKey(workspaceHash)}.turn`, signal, work);
}
