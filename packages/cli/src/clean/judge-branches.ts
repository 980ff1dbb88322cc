import type { KeptItem } from "@agent-sandbox/engine-docker";
import type { ShelfBranch } from "@agent-sandbox/workspace";

import type { Candidate, CleanFacts, CleanOptions, WorkspaceFacts } from "./clean-facts.ts";
import { IN_USE, type Judged, tooYoung, type Verdict } from "./verdict.ts";

interface BranchScene {
  readonly workspace: WorkspaceFacts;
  /** The workspace's containers that stay. */
  readonly remaining: readonly KeptItem[];
  readonly now: Date;
}

/** Whether each branch of a workspace's shelf goes, unless the whole shelf does by name. */
export function judgeBranches(
  workspace: WorkspaceFacts,
  { items, now }: Pick<CleanFacts, "items" | "now">,
  options: CleanOptions,
): readonly Judged[] {
  const { shelf, hash, path } = workspace;
  if (shelf === undefined || "problem" in shelf) return [];
  const remaining = items.filter(
    ({ role, workspaceHash }) => role === "sandbox" && workspaceHash === hash,
  );
  return shelf.branches.map((branch) => {
    const { name, bytes } = branch;
    const about = { kind: "branch", name, bytes, workspaceHash: hash, workspace: path } as const;
    const candidate: Candidate = { ...about, item: undefined };
    return [candidate, judge(branch, { workspace, remaining, now }, options)];
  });
}

function judge(branch: ShelfBranch, scene: BranchScene, options: CleanOptions): Verdict {
  if (isUsed(branch, scene.remaining)) return IN_USE;
  // Without the host nobody can tell one branch's work from another's: its volume goes, or nothing.
  const isNamed = scene.workspace.isThere && options.force.includes(branch.name);
  if (isNamed) return { goes: true, reason: "it was named", forced: true };
  if (branch.risk !== undefined)
    return { goes: false, reason: `only it has ${branch.risk}`, atRisk: true };
  const young = tooYoung(branch.lastUsed, options, scene.now);
  return young ?? { goes: true, reason: "the host has all of it, and no sandbox uses it" };
}

/**
 * The sandbox of bind mode has every worktree. A ref without one belongs to whoever made it, which is
 * any of them.
 */
function isUsed({ name, hasWorktree }: ShelfBranch, remaining: readonly KeptItem[]): boolean {
  return remaining.some(
    ({ branch, isAlive }) => branch === name || (isAlive && (branch === undefined || !hasWorktree)),
  );
}
