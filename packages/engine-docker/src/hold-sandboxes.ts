import type { WorkspaceLock } from "@agent-sandbox/core";

import { sandboxLock } from "./lock-key.ts";

/** The sandbox of a branch; undefined is the one of bind mode. */
export type SandboxName = string | undefined;

export interface HoldRequest {
  readonly workspaceHash: string;
  readonly sandboxes: readonly SandboxName[];
}

/**
 * Does `work` while none of these sandboxes is opened or stopped by another process. In one order
 * everywhere, and before anything else is waited for: whoever opens a sandbox holds its lock while it
 * waits for the shelf.
 */
export async function holdSandboxes<T>(
  { workspaceHash, sandboxes }: HoldRequest,
  { lock, signal }: { readonly lock: WorkspaceLock; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const keys = new Set(sandboxes.map((name) => sandboxLock(workspaceHash, name)));
  const held = [...keys]
    .sort()
    .reduceRight<() => Promise<T>>((inner, key) => () => lock.hold(key, signal, inner), work);
  return await held();
}
