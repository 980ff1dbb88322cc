import { dirname } from "node:path";

/** "none": nothing of the host's is there; "own": an empty directory of the sandbox's own. */
export type PlaceLevel = "none" | "ro" | "rw" | "hidden" | "own";

export interface TreeNode {
  readonly level: PlaceLevel;
  readonly kind: "directory" | "file" | "socket" | "other";
}

/** What one path of the sandbox is to be. */
export interface TreeEntry extends TreeNode {
  readonly path: string;
}

/** The tighter comes first. */
const TIGHT: readonly PlaceLevel[] = ["own", "hidden", "ro", "rw", "none"];

/** The levels of a file system: what is below a path has its level, unless something else is said of it. */
export class PlaceTree {
  readonly #nodes: Map<string, TreeNode>;
  readonly #pinned = new Set<string>();

  constructor(top: PlaceLevel) {
    this.#nodes = new Map([["/", { level: top, kind: "directory" }]]);
  }

  /** Says what is at a path, unless something tighter has been said. */
  tighten(path: string, node: TreeNode): void {
    const known = this.#nodes.get(path);
    if (known === undefined || TIGHT.indexOf(node.level) < TIGHT.indexOf(known.level)) {
      this.#nodes.set(path, node);
    }
  }

  /** Says what is at a path, whatever has been said of it; what is below it stays as it is. */
  widen(path: string, node: TreeNode): void {
    this.#nodes.set(path, node);
  }

  /** Says what is at a path and at all that is below it, whatever has been said of them. */
  replace(path: string, node: TreeNode): void {
    for (const known of this.#nodes.keys()) {
      if (known.startsWith(`${path}/`)) this.#nodes.delete(known);
    }
    this.#nodes.set(path, node);
  }

  /** Keeps a writable directory, and those above it, from being renamed. */
  pin(path: string): void {
    this.#pinned.add(path);
  }

  /** What holds at a path, by itself or by a directory above it. */
  levelAt(path: string): PlaceLevel {
    for (let at = path; ; at = dirname(at)) {
      const node = this.#nodes.get(at);
      if (node !== undefined) return node.level;
    }
  }

  /**
   * What has to be mounted, parents before children: each place that is not as the directory above it,
   * and each writable directory above a read-only place or one of our own. Such a directory is mounted onto itself: a
   * mount point cannot be renamed, and a renamed parent would take the read-only mount away with it.
   */
  entries(): readonly TreeEntry[] {
    const changed = [...this.#nodes].filter(
      ([path, { level }]) => path !== "/" && level !== this.levelAt(dirname(path)),
    );
    const kept = changed.filter(([, { level }]) => level === "ro" || level === "own");
    const pins = [...kept.map(([path]) => path), ...[...this.#pinned].map((path) => `${path}/.`)];
    const pinned = pins.flatMap((path) => this.#writableAbove(path));
    const all = new Map<string, TreeNode>([
      ...pinned.map((path) => [path, { level: "rw", kind: "directory" }] as const),
      ...changed,
    ]);
    return [...all].map(([path, node]) => ({ path, ...node })).sort(byPath);
  }

  #writableAbove(path: string): readonly string[] {
    const above: string[] = [];
    for (let at = dirname(path); at !== "/" && this.levelAt(at) === "rw"; at = dirname(at)) {
      above.push(at);
    }
    return above;
  }
}

/** By segment, so that `/a/b` comes before `/a-b` has split them. */
function byPath(a: TreeEntry, b: TreeEntry): number {
  const [first, second] = [a.path.replaceAll("/", "\0"), b.path.replaceAll("/", "\0")];
  return first < second ? -1 : 1;
}
