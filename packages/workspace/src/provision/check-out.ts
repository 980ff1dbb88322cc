import type { SandboxError } from "@agent-sandbox/core";

import { commandFailure } from "../git/command-failure.ts";
import { gitAt } from "../git/git-at.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";
import { isWhole } from "./make-records.ts";
import { isWanted, withErrors, type Batch, type Wanted } from "./wanted.ts";

/**
 * Fills the worktrees that are not whole. No filter runs: the shelf's configuration, which is ours,
 * names none, and a file with a filter that is named nowhere is written as it is (gitattributes(5)).
 */
export async function checkOut(shelf: OpenShelf, batch: Batch<Wanted>): Promise<Batch<Wanted>> {
  const errors = new Map<string, SandboxError>();
  for (const branch of batch.filter(isWanted)) {
    if (isWhole(shelf, branch)) continue;
    const git = gitAt(shelf.session, shelf.places.worktree(branch.key));
    const answer = await git.ask(["read-tree", ...howToRead(shelf, branch), "HEAD"]);
    if (answer.status !== 0) errors.set(branch.key, commandFailure("git read-tree", answer));
  }
  return withErrors(batch, errors);
}

/**
 * A record is made before its worktree and removed after it. So a worktree without a record is
 * somebody's whose record was lost: its files stay as they are, and show as changes.
 */
function howToRead({ strays }: OpenShelf, { key }: Wanted): readonly string[] {
  return (strays.get(key) ?? 0) > 0 ? [] : ["--reset", "-u"];
}
