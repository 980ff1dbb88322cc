import type { Blob } from "./blob-store.ts";

/** Says who may change a directory in place: only the holder of the token that it carries. */
export type Owner = object;

export interface FileNode {
  readonly kind: "file";
  readonly blob: Blob;
  readonly mode: number;
  readonly modified: number;
}

export interface LinkNode {
  readonly kind: "link";
  readonly target: string;
  readonly modified: number;
}

/**
 * A directory, with the totals of everything below it. Its fields change only while its owner is the one
 * that `TreeEditor` holds, that is: while no snapshot and no second place in the tree can see it.
 */
export interface DirectoryNode {
  readonly kind: "directory";
  readonly owner: Owner;
  readonly entries: ReadonlyMap<string, TreeNode>;
  readonly mode: number;
  readonly modified: number;
  readonly bytes: number;
  /** Everything below it, without itself. */
  readonly nodes: number;
  readonly directories: number;
  /** No entry is deeper below it than this; it may be less deep after a removal. */
  readonly height: number;
}

export type TreeNode = FileNode | LinkNode | DirectoryNode;

/** Everything in a file system at one time. It never changes. */
export interface Tree {
  readonly root: DirectoryNode;
}
