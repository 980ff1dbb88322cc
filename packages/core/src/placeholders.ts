import type { Placeholder, SandboxPlan } from "./plan.ts";

/**
 * Keeps the placeholders of one machine. Both calls are idempotent and leave alone whatever is not
 * theirs: a path that already existed, or that somebody has filled since.
 */
export interface Placeholders {
  /** Creates what is absent, owned by `user`, and remembers it before it does. */
  hold(request: HoldRequest): Promise<void>;
  /** Removes what was made for this workspace, once no sandbox of it runs. */
  release(workspaceHash: string): Promise<void>;
  /** The workspaces that placeholders are remembered for. */
  held(): Promise<readonly string[]>;
}

export interface HoldRequest {
  readonly workspaceHash: string;
  /** The workspace's real path: nothing outside it is ever created. */
  readonly workspacePath: string;
  readonly placeholders: readonly Placeholder[];
  readonly user: SandboxPlan["user"];
}

/** One process at a time for each workspace, across the processes whose locks have the same scope. */
export interface WorkspaceLock {
  /** Where it is kept: another user's commands, or another state folder's, do not wait for it. */
  readonly scope: string;
  /** Waits for the lock, runs `work`, and gives the lock back; `signal` ends the wait. */
  hold<T>(workspaceHash: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}
