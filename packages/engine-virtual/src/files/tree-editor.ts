import type { FileLimit } from "./errors.ts";
import { LimitError } from "./errors.ts";
import type { DirectoryNode, Owner, Tree, TreeNode, Weight } from "./tree.ts";
import { exactHeight, weightOf } from "./tree.ts";

export type FileLimits = Readonly<Record<FileLimit, number>>;

/** A directory that its owner changes in place. */
class OwnedDirectory implements DirectoryNode {
  readonly kind = "directory";
  readonly owner: Owner;
  readonly entries: Map<string, TreeNode>;
  mode: number;
  modified: number;
  bytes: number;
  nodes: number;
  directories: number;
  height: number;

  constructor(from: DirectoryNode, owner: Owner) {
    this.owner = owner;
    this.entries = new Map(from.entries);
    this.mode = from.mode;
    this.modified = from.modified;
    this.bytes = from.bytes;
    this.nodes = from.nodes;
    this.directories = from.directories;
    this.height = from.height;
  }
}

/** One change: what is to be at a place from now on, or `undefined` for nothing. */
export interface Change {
  readonly names: readonly string[];
  readonly node: TreeNode | undefined;
  readonly modified: number;
}

/** How deep below the directory that holds it a node reaches, by what its totals say. */
const reachOf = (node: TreeNode): number => (node.kind === "directory" ? 1 + node.height : 1);

/**
 * The one place where a tree changes, and where the limits on it are judged: by the totals at its root,
 * before anything is touched. A directory is copied when it is first changed after the tree was handed
 * out; from then on it carries this editor's token and changes in place.
 */
export class TreeEditor {
  readonly limits: FileLimits;
  #root: DirectoryNode;
  #owner: Owner | undefined;

  constructor(tree: Tree, limits: FileLimits) {
    this.limits = limits;
    this.#root = tree.root;
  }

  get root(): DirectoryNode {
    return this.#root;
  }

  /** The tree as it is, from now on for ever: the next change copies what it touches. */
  handOut(): Tree {
    this.#owner = undefined;
    return { root: this.#root };
  }

  judgeTree({ root, largest }: Tree): void {
    this.judgeFileSize(largest ?? 0);
    this.#judge("maxTotalSize", root.bytes);
    this.#judge("maxNodeCount", root.nodes);
    // What comes from elsewhere has its exact height, and may be deeper than a function can follow.
    const isExact = largest !== undefined || root.height <= this.limits.maxDepth;
    this.#judge("maxDepth", isExact ? root.height : exactHeight(root));
  }

  replaceAll(tree: Tree): void {
    this.#root = tree.root;
  }

  /** Puts a node into place, or takes away what is there. */
  apply(change: Change, replaced: TreeNode | undefined): void {
    const before = weightOf(replaced);
    const after = weightOf(change.node);
    const difference = {
      bytes: after.bytes - before.bytes,
      nodes: after.nodes - before.nodes,
      directories: after.directories - before.directories,
    };
    if (change.node !== undefined) this.#admit(change.names, change.node, difference);
    this.#carryOut(change, difference);
  }

  /** Whether a node may be put somewhere, for who must take it away elsewhere first. */
  judgeDepth(names: readonly string[], node: TreeNode): void {
    const { maxDepth } = this.limits;
    if (names.length - 1 + reachOf(node) <= maxDepth) return;
    const exact = node.kind === "directory" ? exactHeight(node) : 0;
    this.#judge("maxDepth", names.length + exact);
  }

  judgeFileSize(size: number): void {
    this.#judge("maxFileSize", size);
  }

  /** Before a file's content is stored: whether there is room for `bytes` more. */
  judgeGrowth(bytes: number, nodes: number): void {
    this.#judge("maxTotalSize", this.#root.bytes + bytes);
    this.#judge("maxNodeCount", this.#root.nodes + nodes);
  }

  #judge(limit: FileLimit, wanted: number): void {
    const allowed = this.limits[limit];
    if (wanted > allowed) throw new LimitError(limit, allowed);
  }

  #admit(names: readonly string[], node: TreeNode, difference: Weight): void {
    if (node.kind === "file") this.judgeFileSize(node.blob.size);
    this.judgeGrowth(difference.bytes, difference.nodes);
    this.judgeDepth(names, node);
  }

  #carryOut({ names, node, modified }: Change, difference: Weight): void {
    const last = names.at(-1);
    if (last === undefined) {
      if (node?.kind === "directory") this.#root = node;
      return;
    }
    const parent = this.#ownedPath(names, { difference, reach: node ? reachOf(node) : 0 });
    if (node === undefined || !parent.entries.has(last)) parent.modified = modified;
    if (node === undefined) parent.entries.delete(last);
    else parent.entries.set(last, node);
    if (parent.entries.size === 0) parent.height = 0;
  }

  /** Makes the directories on the way its own, with their new totals; the last one holds the place. */
  #ownedPath(
    names: readonly string[],
    { difference, reach }: { readonly difference: Weight; readonly reach: number },
  ): OwnedDirectory {
    let directory = this.#owned(this.#root);
    this.#root = directory;
    for (const [index, name] of names.entries()) {
      directory.bytes += difference.bytes;
      directory.nodes += difference.nodes;
      directory.directories += difference.directories;
      directory.height = Math.max(directory.height, names.length - 1 - index + reach);
      if (index === names.length - 1) break;
      directory = this.#ownedChild(directory, name);
    }
    return directory;
  }

  #ownedChild(directory: OwnedDirectory, name: string): OwnedDirectory {
    const child = directory.entries.get(name);
    if (child?.kind !== "directory") throw new TypeError(`no directory at ${JSON.stringify(name)}`);
    const owned = this.#owned(child);
    if (owned !== child) directory.entries.set(name, owned);
    return owned;
  }

  #owned(directory: DirectoryNode): OwnedDirectory {
    this.#owner ??= {};
    if (directory instanceof OwnedDirectory && directory.owner === this.#owner) return directory;
    return new OwnedDirectory(directory, this.#owner);
  }
}
