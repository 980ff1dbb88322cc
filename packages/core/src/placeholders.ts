import type { Placeholder, SandboxPlan } from "./plan.ts";

/**
 * Keeps the placeholders of one machine. Both calls are idempotent and leave alone whatever is not
 * theirs: a path that already existed, or that somebody has filled since.
 */
export interface Placeholders {
  /** Creates what is absent, owned by `user`, and remembers it before it does. */
  hold(request: HoldRequest): Promise<void>;
  /**
   * Removes what was made for this workspace, once nobody else holds it: without `holder`, no container
   * does any more, and with it this process does not.
   */
  release(workspaceHash: string, holder?: PlaceholderHolder): Promise<void>;
  /** The workspaces that placeholders are remembered for. */
  held(): Promise<readonly string[]>;
}

/** Who holds placeholders: containers, which somebody counts, or this process as long as it runs. */
export type PlaceholderHolder = "containers" | "process";

export interface HoldRequest {
  /** Containers, where nothing else is said. */
  readonly holder?: PlaceholderHolder;
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
