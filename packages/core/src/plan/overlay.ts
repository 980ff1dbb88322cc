import type { ProtectedPath } from "@agent-sandbox/policy";

import type { ShownMount } from "../plan.ts";

/** What one path of a directory tree is to be; or one mount of the tree onto itself. */
export interface OverlayEntry {
  /** Relative to the tree's root. */
  readonly path: string;
  /** "any": whatever is there; an empty directory where nothing is. */
  readonly kind: "directory" | "file" | "any";
  readonly mode: ShownMount["mode"];
}

/** A protected path as an entry. */
export function readOnly({ path, kind }: ProtectedPath): OverlayEntry {
  return { path, kind, mode: "ro" };
}

/**
 * Pure: the mounts that give each of `wanted` its mode in a tree whose own mode is `top`, parents
 * before children. What is below a path has its mode, unless it is wanted otherwise. Each writable
 * directory above a read-only path is mounted onto itself too: a mount point cannot be renamed, and a
 * renamed parent would take the read-only mount away with it.
 */
export function overlay(
  wanted: readonly OverlayEntry[],
  top: ShownMount["mode"] = "rw",
): readonly OverlayEntry[] {
  const named = new Map<string, OverlayEntry>();
  for (const entry of wanted)
    if (named.get(entry.path)?.mode !== "ro") named.set(entry.path, entry);
  const parents = new Set([...named.keys()].flatMap(parentsOf));
  const modeOf = (path: string): OverlayEntry["mode"] => named.get(path)?.mode ?? modeAbove(path);
  const modeAbove = (path: string) => {
    const parent = parentsOf(path).at(-1);
    return parent === undefined ? top : modeOf(parent);
  };
  const changes = [...named.keys()].filter((path) => modeOf(path) !== modeAbove(path));
  const pinned = changes
    .filter((path) => modeOf(path) === "ro")
    .flatMap(parentsOf)
    .filter((path) => modeOf(path) === "rw");
  return [...new Set([...changes, ...pinned])].sort().map((path) => ({
    path,
    kind: parents.has(path) ? "directory" : (named.get(path)?.kind ?? "directory"),
    mode: modeOf(path),
  }));
}

/** `a/b/c` has the parents `a` and `a/b`; the tree's root is a mount already. */
function parentsOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** git refuses to work with an empty commondir; "." is what an absent one means. */
const CONTENT: Readonly<Record<string, string>> = { ".git/commondir": ".\n" };

/** What holds the place of an absent protected file, so that nobody else can make it. */
export function placeholderContent(path: string): string {
  return CONTENT[path] ?? (path.endsWith(".json") ? "{}\n" : "");
}
