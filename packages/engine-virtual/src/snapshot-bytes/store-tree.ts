import type { DirectoryNode, Tree, TreeNode } from "../files/tree.ts";
import type { ContentList } from "./contents.ts";

/** What is in a directory: by the directory's own number in the list, from 1; 0 is the root. */
type StoredEntry =
  | readonly ["d", parent: number, name: string, modified: number, mode: number]
  | readonly ["f", parent: number, name: string, modified: number, mode: number, content: number]
  | readonly ["l", parent: number, name: string, modified: number, target: string];

export interface StoredTree {
  readonly mode: number;
  readonly modified: number;
  /** Directories before what is in them, each in the order of its directory. */
  readonly entries: readonly StoredEntry[];
  /** The names of each file that has several. */
  readonly sharedNames?: readonly (readonly string[])[];
}

export function storeTree({ root, sharedNames }: Tree, contents: ContentList): StoredTree {
  const entries: StoredEntry[] = [];
  const open: { readonly directory: DirectoryNode; readonly number: number }[] = [
    { directory: root, number: 0 },
  ];
  for (const { directory, number } of open) {
    for (const [name, node] of directory.entries) {
      entries.push(entryOf(node, { parent: number, name, contents }));
      if (node.kind === "directory") open.push({ directory: node, number: entries.length });
    }
  }
  const stored = { mode: root.mode, modified: root.modified, entries };
  if (sharedNames === undefined) return stored;
  return {
    ...stored,
    sharedNames: Array.from(new Set(sharedNames.values()), (names) => [...names]),
  };
}

interface Standing {
  readonly parent: number;
  readonly name: string;
  readonly contents: ContentList;
}

function entryOf(node: TreeNode, { parent, name, contents }: Standing): StoredEntry {
  switch (node.kind) {
    case "directory":
      return ["d", parent, name, node.modified, node.mode];
    case "file":
      return ["f", parent, name, node.modified, node.mode, contents.numberOf(node.blob)];
    case "link":
      return ["l", parent, name, node.modified, node.target];
  }
}
