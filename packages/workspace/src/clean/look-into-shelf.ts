import { SandboxError, type BranchIdentity, type GitSession } from "@agent-sandbox/core";

import { branchIdentity } from "../branch/branch-identity.ts";
import { riskOf } from "../drop/work-at-risk.ts";
import { fetchHost } from "../shelf/fetch-host.ts";
import { HEADS, readRefs } from "../shelf/host-repository.ts";
import { openShelf, type OpenShelf, type ShelfRecord } from "../shelf/open-shelf.ts";
import type { ShelfSettings } from "../shelf/settings.ts";
import { lastUses, objectStore, worktreeBytes } from "./measure-shelf.ts";
import { otherRisk } from "./other-risk.ts";
import type { ShelfBranch, ShelfContents } from "./shelf-contents.ts";

/** All that a shelf holds, whoever made it, and what of it the host does not have. */
export async function lookIntoShelf(
  session: GitSession,
  settings: ShelfSettings,
): Promise<ShelfContents> {
  const shelf = await openShelf(session, settings);
  await fetchHost(shelf);
  const refs = await readRefs(shelf.git, ["refs/heads"]);
  const found = [...worktreesOf(shelf), ...refsAlone(shelf, refs)];
  const keys = found.filter(({ hasWorktree }) => hasWorktree).map(({ key }) => key);
  const sizes = await worktreeBytes(session, shelf.places, keys);
  const uses = await lastUses(session, shelf.places, keys);
  const branches: ShelfBranch[] = [];
  for (const branch of found) {
    const { name, key, hasWorktree } = branch;
    const about = { bytes: sizes.get(key) ?? 0, lastUsed: uses.get(key) };
    branches.push({ name, key, hasWorktree, risk: await judge(shelf, branch, refs), ...about });
  }
  return {
    branches: branches.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    otherRisk: await otherRisk(shelf),
    objects: await objectStore(session, shelf.places),
  };
}

type Found = Pick<ShelfBranch, "name" | "key" | "hasWorktree">;

function worktreesOf({ records, strays }: OpenShelf): readonly Found[] {
  return [
    ...[...records.values()].map((record) => ({ key: record.key, name: nameOf(record) })),
    ...[...strays].filter(([, entries]) => entries > 0).map(([key]) => ({ key, name: key })),
  ].map((branch) => ({ ...branch, hasWorktree: true }));
}

function refsAlone(shelf: OpenShelf, refs: ReadonlyMap<string, string>): readonly Found[] {
  return [...refs.keys()].flatMap((ref) => {
    const branch = identityOf(ref.slice(HEADS.length));
    const isKnown = branch !== undefined && shelf.records.has(branch.key);
    const name = ref.slice(HEADS.length);
    return isKnown ? [] : [{ name, key: branch?.key ?? name, hasWorktree: false }];
  });
}

/** A half-made one is known by its HEAD, or by nothing but its key. */
function nameOf({ key, mark, head }: ShelfRecord): string {
  const names = [mark?.name, head].filter((name) => name !== undefined);
  return names.find((name) => identityOf(name)?.key === key) ?? key;
}

/** What a name of git's is to the shelf; undefined for one that no branch of ours may have. */
function identityOf(name: string): BranchIdentity | undefined {
  try {
    return branchIdentity(name);
  } catch {
    return undefined;
  }
}

/** What cannot be judged is at risk: an agent may have broken what git would look at. */
async function judge(
  shelf: OpenShelf,
  branch: BranchIdentity,
  refs: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  try {
    return (await riskOf(shelf, branch, refs))?.what;
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code !== "GIT_FAILED") throw error;
    return "what git cannot read";
  }
}
