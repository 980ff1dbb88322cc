import { lstat, realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";

import type { WorkspaceIdentity } from "@agent-sandbox/core";
import type { KeptItem } from "@agent-sandbox/engine-docker";
import { errnoOf, hashOfWorkspacePath, readWorkspace } from "@agent-sandbox/host";

/** A workspace that something of ours was made for; without a path where no label tells it. */
export interface KnownWorkspace {
  readonly hash: string;
  readonly path: string | undefined;
}

/** Pure: every workspace that the items belong to. */
export function knownWorkspaces(items: readonly KeptItem[]): readonly KnownWorkspace[] {
  const paths = new Map<string, string | undefined>();
  for (const { workspaceHash, workspace } of items) {
    if (workspaceHash !== undefined)
      paths.set(workspaceHash, workspace ?? paths.get(workspaceHash));
  }
  return [...paths].map(([hash, path]) => ({ hash, path }));
}

export function identityOf({ hash, path }: KnownWorkspace): WorkspaceIdentity {
  return { hash, path: path ?? "/", name: basename(path ?? "/") };
}

/** Which workspace is at a path, also where its folder is gone. */
export async function hashOfWorkspace(path: string): Promise<string> {
  const absolute = resolve(path);
  const isGone = await lstat(absolute).then(() => false, isAbsence);
  if (!isGone) return readWorkspace(path).hash;
  return hashOfWorkspacePath(absolute);
}

/** Whether a workspace's folder is there; one that may not be looked at counts as there. */
export async function isThere({ path }: KnownWorkspace): Promise<boolean> {
  if (path === undefined) return true;
  try {
    return (await realpath(path)) === path && (await stat(path)).isDirectory();
  } catch (error) {
    return !isAbsence(error);
  }
}

function isAbsence(error: unknown): boolean {
  const code = errnoOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
