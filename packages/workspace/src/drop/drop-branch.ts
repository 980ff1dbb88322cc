import { SandboxError, SHELF, type BranchIdentity, type GitSession } from "@agent-sandbox/core";

import { branchIdentity } from "../branch/branch-identity.ts";
import { problemIn, runSteps } from "../files/run-steps.ts";
import { commandFailure } from "../git/command-failure.ts";
import { fetchHost } from "../shelf/fetch-host.ts";
import { HEADS, readRefs } from "../shelf/host-repository.ts";
import { MARK, RECORDS } from "../shelf/layout.ts";
import { openShelf, type OpenShelf } from "../shelf/open-shelf.ts";
import type { ShelfSettings } from "../shelf/settings.ts";
import { noSuchBranch } from "../review/compared.ts";
import { workAtRisk } from "./work-at-risk.ts";

export interface DropRequest {
  readonly name: string;
  /** Also what only the shelf has. */
  readonly force: boolean;
  /** Ends whoever works in the worktree; called once it may be dropped, and then it is judged again. */
  readonly endWork: () => Promise<void>;
}

/**
 * Removes a branch with its worktree from the shelf. Without `force` it fails with WORK_AT_RISK where
 * the branch has commits that the host does not have, or files that no commit has. Killed at any
 * point, it goes on at the next call.
 */
export async function dropBranch(
  session: GitSession,
  settings: ShelfSettings,
  { name, force, endWork }: DropRequest,
): Promise<BranchIdentity> {
  const branch = branchIdentity(name);
  const shelf = await openShelf(session, settings);
  const refs = await readRefs(shelf.git, ["refs/heads"]);
  const isThere =
    refs.has(HEADS + name) || shelf.records.has(branch.key) || shelf.strays.has(branch.key);
  if (!isThere) throw noSuchBranch(name, refs, "drop");
  checkOtherWorktree(shelf, branch);
  const judge = async () => {
    const found = await readRefs(shelf.git, ["refs/heads"]);
    const risk = force ? undefined : await workAtRisk(shelf, branch, found);
    if (risk !== undefined) throw risk;
    return found;
  };
  if (!force) await fetchHost(shelf);
  await judge();
  await endWork();
  const judged = await judge();
  await removeFiles(shelf, branch);
  await removeRef(shelf, name, force ? undefined : judged.get(HEADS + name));
  return branch;
}

function checkOtherWorktree({ records }: OpenShelf, { name, key }: BranchIdentity): void {
  const other = [...records.values()].find((record) => record.head === name && record.key !== key);
  if (other === undefined) return;
  throw new SandboxError(
    "BRANCH_INVALID",
    `Cannot drop "${name}": the worktree of "${other.mark?.name ?? other.key}" has it checked out`,
    { hint: "Check another branch out in it first" },
  );
}

/** The mark goes first, so that what is left counts as half-made; the record after its worktree. */
async function removeFiles(shelf: OpenShelf, { name, key }: BranchIdentity): Promise<void> {
  const { root, gate } = shelf.places;
  const [outcomes = []] = await runSteps(shelf.session, [
    [
      { do: "remove", root, path: `${RECORDS}/${key}/${MARK}` },
      { do: "remove", root, path: `${SHELF.worktrees}/${key}` },
      { do: "remove", root, path: `${RECORDS}/${key}` },
      { do: "remove", root: gate, path: key },
    ],
  ]);
  const problem = problemIn(outcomes, `drop "${name}"`);
  if (problem !== undefined) throw problem;
}

/** Only while it is what was judged: a commit that came since stays. */
async function removeRef(
  { git, session, places }: OpenShelf,
  name: string,
  judged: string | undefined,
): Promise<void> {
  const expected = judged === undefined ? [] : [judged];
  const answer = await git.ask(["update-ref", "-d", HEADS + name, ...expected]);
  if (answer.status === 0) return;
  const ref = { root: places.root, path: `${SHELF.repo}/.git/${HEADS}${name}` };
  const [[found] = []] = await runSteps(session, [[{ do: "look", ...ref }]]);
  // git deletes no ref that holds no commit.
  const isDamaged = found?.kind === "file" && !/^[0-9a-f]{40,64}\n$/.test(found.content ?? "");
  if (!isDamaged) throw commandFailure("git update-ref", answer);
  await runSteps(session, [[{ do: "remove", ...ref }]]);
}
