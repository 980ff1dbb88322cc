import type { BranchIdentity, ShelfPlaceholder } from "@agent-sandbox/core";

/** A branch that is wanted in the shelf, such as a plan's. */
export interface BranchRequest {
  readonly name: string;
  /** What a new branch starts from, as the host's git understands it; its current branch without. */
  readonly from?: string | undefined;
  readonly placeholders: readonly ShelfPlaceholder[];
}

/** A branch with its worktree, ready to be worked on. */
export interface ProvisionedBranch extends BranchIdentity {
  /** Whether the shelf had it, and else where it was made from. */
  readonly source: "kept" | "host" | "origin" | "new";
  /** What it was made from, for people; undefined for one that was kept. */
  readonly startedFrom: string | undefined;
  /** The commit that it was made at; undefined for one that was kept. */
  readonly start: string | undefined;
  /** What its user should know, sentences. */
  readonly notes: readonly string[];
}
