import type { FileStatus } from "../../files/files.ts";

/** One name in the tree. */
export interface TreeNode {
  readonly name: string;
  readonly path: string;
  readonly status: FileStatus;
  /** A link to a directory is one too, but is entered with `-l` alone. */
  readonly isDirectory: boolean;
  /** What a link leads to, as it is written in it. */
  readonly target: string | undefined;
}

/** Why nothing stands below a directory. */
export type Unopened = string;

/** A node at its place. */
export interface Placed {
  /** Of the one on top, `undefined` where there is nothing of this name. */
  readonly node: TreeNode | undefined;
  /** As it was asked for, or its name below that. */
  readonly name: string;
  /** Whether it is the last one of its directory, as are those above it; empty for the one on top. */
  readonly lasts: readonly boolean[];
  readonly isOpened: boolean;
  readonly problem: Unopened | undefined;
}

export interface TreeCounts {
  directories: number;
  files: number;
}

/** Shows a tree: each node before those that are below it, and once more behind them. */
export interface TreeWriter {
  begin(): string;
  enter(placed: Placed): string;
  leave(placed: Placed): string;
  end(counts: TreeCounts): string;
}
