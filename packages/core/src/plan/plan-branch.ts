import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { HostFacts } from "../facts.ts";
import type { ShownMount } from "../plan.ts";
import { type BranchIdentity, GATE_FOLDER, SHELF, type ShelfPlaceholder } from "../shelf.ts";
import { checkOwner } from "./check-workspace.ts";
import { hooksMounts } from "./hooks-mounts.ts";
import { levelsOf, namedLevels } from "./levels.ts";
import { outsideMounts } from "./outside.ts";
import { overlay, type OverlayEntry, placeholderContent, readOnly } from "./overlay.ts";
import { scriptMounts } from "./plan-commands.ts";
import type { FilesPlan } from "./plan-files.ts";

/**
 * Branch mode: the work is a worktree of the shelf. The host's checkout is read-only, all of it, and
 * so are the other branches' worktrees; what is protected in a checkout is protected in the worktree
 * and in the repository that it shares. All of it is there once the branch is provisioned, so the
 * plan follows from the policy, the branch's name and where the host's hooks are.
 */
export function planBranch(
  policy: ResolvedPolicy,
  facts: HostFacts,
  branch: BranchIdentity,
): FilesPlan {
  checkOwner(facts);
  const paths = policy.filesystem.protected.map(({ value }) => value);
  const { top, entries } = levelsOf(policy, namedLevels(policy.filesystem), paths);
  const wanted = [...entries, ...paths.map(readOnly)];
  const repository = inRepository(wanted);
  const worktree = inWorktree(wanted, { branch, top });
  const mounts = [...repository, ...recordOf(branch), ...worktreesOf(branch, top), ...worktree];
  const host = { source: facts.workspace.path, target: `/workspace/${facts.workspace.name}` };
  return {
    mounts: [
      { ...host, mode: "ro" },
      ...hooksMounts(facts),
      ...outsideMounts(policy, facts),
      ...scriptMounts(policy, facts),
      ...[{ path: "", mode: "rw" } as const, ...mounts].map(shelfMount),
      { volume: "gate", source: branch.key, target: GATE_FOLDER, mode: "ro" },
    ],
    placeholders: [],
    workdir: `${SHELF.root}/${SHELF.worktrees}/${branch.key}`,
    branch: { ...branch, placeholders: [...repository, ...worktree].map(placeholder) },
  };
}

/** One path of the shelf, and how a branch sandbox has it. */
interface Entry {
  readonly path: string;
  readonly mode: ShownMount["mode"];
}

interface Held extends Entry {
  readonly kind: ShelfPlaceholder["kind"];
  /** As the policy names it. */
  readonly named: string;
}

/**
 * What is protected in `.git` is so in the shared repository, whose own folder cannot be renamed
 * either; its worktrees have rules of their own.
 */
function inRepository(paths: readonly OverlayEntry[]): readonly Held[] {
  const own = paths.filter(({ path }) => path.startsWith(".git/") && !isWithin(path, WORKTREES));
  return overlay(own.map((entry) => below(SHELF.repo, entry))).map((entry) => ({
    ...entry,
    named: entry.path.slice(SHELF.repo.length + 1),
  }));
}

const WORKTREES = ".git/worktrees";

interface Worktree {
  readonly branch: BranchIdentity;
  /** How the worktree is as a whole. */
  readonly top: ShownMount["mode"];
}

function inWorktree(paths: readonly OverlayEntry[], { branch, top }: Worktree): readonly Held[] {
  const own = paths.filter(({ path }) => !isWithin(path, ".git"));
  return overlay(own, top).map((entry) => ({
    ...below(`${SHELF.worktrees}/${branch.key}`, entry),
    named: entry.path,
  }));
}

function below<E extends { readonly path: string }>(root: string, entry: E): E {
  return { ...entry, path: `${root}/${entry.path}` };
}

/**
 * What git records of a worktree (gitrepository-layout(5), "worktrees"): this branch's is written at
 * every commit, but for the files that say where the repository and its configuration are.
 */
function recordOf({ key }: BranchIdentity): readonly Entry[] {
  const records = `${SHELF.repo}/${WORKTREES}`;
  return [
    { path: records, mode: "ro" },
    { path: `${records}/${key}`, mode: "rw" },
    ...["commondir", "config.worktree", "gitdir", "locked"].map((name) => ({
      path: `${records}/${key}/${name}`,
      mode: "ro" as const,
    })),
  ];
}

function worktreesOf({ key }: BranchIdentity, mode: Entry["mode"]): readonly Entry[] {
  return [
    { path: SHELF.worktrees, mode: "ro" },
    { path: `${SHELF.worktrees}/${key}`, mode },
  ];
}

function shelfMount({ path, mode }: Entry): ShownMount {
  const target = path === "" ? SHELF.root : `${SHELF.root}/${path}`;
  return { volume: "shelf", source: path, target, mode };
}

function placeholder({ path, kind, named }: Held): ShelfPlaceholder {
  return { path, kind, content: kind === "file" ? placeholderContent(named) : "" };
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
