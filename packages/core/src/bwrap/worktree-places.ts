import type { ProtectedPath } from "@agent-sandbox/policy";

import type { BwrapFacts } from "./bwrap-facts.ts";
import type { PlaceTree } from "./place-tree.ts";

/** By what git would run or include other files, in the directory that all worktrees share. */
const KEPT_IN_COMMON: readonly ProtectedPath[] = [
  { path: "hooks", kind: "directory" },
  { path: "worktrees", kind: "directory" },
  { path: "config", kind: "file" },
  { path: "config.worktree", kind: "file" },
  { path: "commondir", kind: "file" },
  { path: "info/attributes", kind: "file" },
];

/** In a worktree's own. */
const KEPT_IN_OWN: readonly ProtectedPath[] = [
  { path: "commondir", kind: "file" },
  { path: "gitdir", kind: "file" },
  { path: "config.worktree", kind: "file" },
];

/** What of the git directories of a linked worktree stays as it is; absolute. */
export function keptOfWorktree({
  worktree,
}: Pick<BwrapFacts, "worktree">): readonly ProtectedPath[] {
  if (worktree === undefined) return [];
  const { own, common } = worktree;
  return [
    ...KEPT_IN_COMMON.map(({ path, kind }) => ({ path: `${common}/${path}`, kind })),
    ...KEPT_IN_OWN.map(({ path, kind }) => ({ path: `${own}/${path}`, kind })),
  ];
}

/**
 * Pure: git works in a linked worktree, whose directories are outside of it. Where `.git` is a file, it
 * stays the one that it is: it says where they are.
 */
export function addWorktree(tree: PlaceTree, facts: BwrapFacts): void {
  const { worktree, places, workspace } = facts;
  const pointer = `${workspace.path}/.git`;
  if (places.get(pointer)?.kind === "file") tree.tighten(pointer, { level: "ro", kind: "file" });
  if (worktree === undefined) return;
  const { own, common } = worktree;
  // Somebody may have written that they are hidden.
  if ([own, common].some((path) => tree.levelAt(path) === "hidden")) return;
  for (const path of [common, own]) tree.widen(path, { level: "rw", kind: "directory" });
  for (const { path } of keptOfWorktree(facts)) {
    const kind = places.get(path)?.kind ?? "absent";
    if (kind !== "absent") tree.tighten(path, { level: "ro", kind });
  }
}
