import type { BranchIdentity } from "@agent-sandbox/core";

/** What a repo shelf holds, and what of it only the shelf has. */
export interface ShelfContents {
  readonly branches: readonly ShelfBranch[];
  /** What would be lost with the shelf besides its branches: stashes and the like; undefined: nothing. */
  readonly otherRisk: string | undefined;
  readonly objects: ObjectStore;
}

export interface ShelfBranch extends BranchIdentity {
  /** What would be lost with it, for people; undefined: nothing. */
  readonly risk: string | undefined;
  /** Whether it has a worktree, or what is left of one; else it is a ref alone. */
  readonly hasWorktree: boolean;
  /** What its worktree takes on the disk. */
  readonly bytes: number;
  /** When somebody committed or checked out in it last; undefined: not known. */
  readonly lastUsed: Date | undefined;
}

/** What the branches share. */
export interface ObjectStore {
  readonly bytes: number;
  /** Objects in files of their own. */
  readonly loose: number;
  readonly packs: number;
}
