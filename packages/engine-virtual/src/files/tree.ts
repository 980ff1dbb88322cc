import type { Blob } from "./blob-store.ts";
import type { SharedNames } from "./hard-links.ts";

/** Says who may change a directory in place: only the holder of the token that it carries. */
export type Owner = object;

export interface FileNode {
  readonly kind: "file";
  readonly blob: Blob;
  readonly mode: number;
  readonly modified: number;
}

interface LinkNode {
  readonly kind: "link";
  readonly target: string;
  readonly modified: number;
}

/** What is below `/dev`. It is in no tree: no snapshot holds it and no limit counts it. */
export interface DeviceNode {
  readonly kind: "device";
  readonly device: "null" | "zero" | "full" | "random" | "tty" | "descriptor";
  readonly descriptor?: number;
}

/**
 * A directory, with the totals of everything below it. It changes in place only for the editor whose
 * token it carries, that is: while no snapshot and no second place in the tree can see it.
 */
export interface DirectoryNode {
  readonly kind: "directory";
  readonly owner: Owner | undefined;
  readonly entries: ReadonlyMap<string, TreeNode>;
  readonly mode: number;
  readonly modified: number;
  readonly bytes: number;
  /** Everything below it, without itself. */
  readonly nodes: number;
  readonly directories: number;
  /** Nothing is deeper below it than this; after a removal it may be too high. */
  readonly height: number;
}

export type TreeNode = FileNode | LinkNode | DirectoryNode;
export type AnyNode = TreeNode | DeviceNode;

/** Everything in a file system at one time. It never changes. */
export interface Tree {
  readonly root: DirectoryNode;
  /** Left out where every file has one name. */
  readonly sharedNames?: SharedNames;
  /** Bytes of its largest file, where it was not made here, under limits of this process. */
  readonly largest?: number;
}

const EMPTY: Omit<DirectoryNode, "mode" | "modified"> = {
  kind: "directory",
  owner: undefined,
  entries: new Map(),
  bytes: 0,
  nodes: 0,
  directories: 0,
  height: 0,
};

export const emptyDirectory = (mode: number, modified: number): DirectoryNode => ({
  ...EMPTY,
  mode,
  modified,
});

/** What every new sandbox starts from: one object for all of them. */
export const EMPTY_TREE: Tree = { root: emptyDirectory(0o755, 0) };

export interface Weight {
  readonly bytes: number;
  readonly nodes: number;
  readonly directories: number;
}

const NOTHING: Weight = { bytes: 0, nodes: 0, directories: 0 };

/** What a node adds to the totals of the directories above it. */
export function weightOf(node: TreeNode | undefined): Weight {
  if (node === undefined) return NOTHING;
  if (node.kind === "directory") {
    return { bytes: node.bytes, nodes: node.nodes + 1, directories: node.directories + 1 };
  }
  return { bytes: node.kind === "file" ? node.blob.size : 0, nodes: 1, directories: 0 };
}

/** How deep the deepest entry below a directory really is. */
export function exactHeight(directory: DirectoryNode): number {
  let height = 0;
  for (const entry of directory.entries.values()) {
    height = Math.max(height, 1 + (entry.kind === "directory" ? exactHeight(entry) : 0));
  }
  return height;
}
