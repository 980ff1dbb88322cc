import { HardLinks, type SharedNames } from "../files/hard-links.ts";
import type { DirectoryNode, TreeNode } from "../files/tree.ts";
import { list, refuse, text } from "./field.ts";

const WHAT = "its list of files with several names";

/** Which names are one file's, where there are such. Fails with SNAPSHOT_INVALID where they cannot be. */
export function takeSharedNames(stored: unknown, root: DirectoryNode): SharedNames | undefined {
  if (stored === undefined) return undefined;
  const links = new HardLinks();
  for (const [first = refuse(WHAT), ...others] of list(list(text))(stored, WHAT)) {
    const file = leafAt(root, first);
    for (const other of others) {
      if (!isSame(leafAt(root, other), file)) refuse(WHAT);
      links.add(first, other);
    }
  }
  return links.shared;
}

function leafAt(root: DirectoryNode, path: string): Exclude<TreeNode, DirectoryNode> {
  let node: TreeNode | undefined = root;
  for (const name of path.split("/").slice(1)) {
    node = node?.kind === "directory" ? node.entries.get(name) : undefined;
  }
  return node === undefined || node.kind === "directory" ? refuse(WHAT) : node;
}

function isSame(one: TreeNode, other: TreeNode): boolean {
  if (one.modified !== other.modified) return false;
  if (one.kind === "link" && other.kind === "link") return one.target === other.target;
  if (one.kind !== "file" || other.kind !== "file") return false;
  return one.blob === other.blob && one.mode === other.mode;
}
