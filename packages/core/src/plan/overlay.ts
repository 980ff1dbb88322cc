import type { ProtectedPath } from "@agent-sandbox/policy";

import type { ShownMount } from "../plan.ts";

/** One mount of a directory tree onto itself. */
export interface OverlayEntry {
  /** Relative to the tree's root. */
  readonly path: string;
  readonly kind: "directory" | "file";
  readonly mode: ShownMount["mode"];
}

/**
 * Pure: what keeps `paths` read-only in a writable tree, parents before children. Each is mounted
 * read-only onto itself. Each directory above it is mounted writable onto itself: a mount point
 * cannot be renamed, and a renamed parent would take the read-only mount away with it.
 */
export function overlay(paths: readonly ProtectedPath[]): readonly OverlayEntry[] {
  const parents = new Set(paths.flatMap(({ path }) => parentsOf(path)));
  const wanted = new Map<string, Omit<OverlayEntry, "path">>([
    ...[...parents].map((path) => [path, { kind: "directory", mode: "rw" }] as const),
    ...paths.map(
      ({ path, kind }) =>
        [path, { kind: parents.has(path) ? "directory" : kind, mode: "ro" }] as const,
    ),
  ]);
  // Below a read-only directory everything is read-only, and nothing can be made.
  const isCovered = (path: string) =>
    parentsOf(path).some((parent) => wanted.get(parent)?.mode === "ro");
  return [...wanted]
    .filter(([path]) => !isCovered(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, entry]) => ({ path, ...entry }));
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
