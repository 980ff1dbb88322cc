/**
 * The repo shelf inside a container (seed 002, "Layout inside the shared volume"): one volume for
 * each host path, with one repository and a worktree for each branch.
 */
export const SHELF = {
  root: "/repo-shelf",
  /** The repository that all worktrees share, relative to the root. */
  repo: "repo",
  /** The directory of the worktrees, relative to the root. */
  worktrees: "worktrees",
} as const;

/** Where a branch sandbox finds the gate: a folder that holds one socket, its own. */
export const GATE_FOLDER = "/run/agent-sandbox-gate";

/** One branch of a workspace. */
export interface BranchIdentity {
  /** As git knows it, without `refs/heads/`. */
  readonly name: string;
  /** Its worktree's directory name: two branches never share one, and it follows from `name` alone. */
  readonly key: string;
}

/** A path of the shelf that must be there before it can be protected. */
export interface ShelfPlaceholder {
  /** Relative to the shelf's root. */
  readonly path: string;
  /** "any": whatever is there; a directory where nothing is. */
  readonly kind: "directory" | "file" | "any";
  /** What a file holds that was absent. */
  readonly content: string;
}

/** What a branch sandbox has besides a plan in bind mode. */
export interface BranchPlan extends BranchIdentity {
  /** Parents come before children. */
  readonly placeholders: readonly ShelfPlaceholder[];
}
