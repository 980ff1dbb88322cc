import { SHELF, type BranchIdentity, type SandboxError } from "@agent-sandbox/core";

import { problemIn, runSteps } from "../files/run-steps.ts";
import type { Step } from "../files/step.ts";
import type { ShelfPlaces } from "../git/places.ts";
import { HEADS } from "../shelf/host-repository.ts";
import { RECORDS, recordSteps } from "../shelf/layout.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";
import { isWanted, withErrors, type Batch, type Wanted } from "./wanted.ts";

/**
 * Makes git's record of each worktree and the worktree's directory, as `git worktree add --lock
 * --no-checkout` does (gitrepository-layout(5), "worktrees"): in one process for all of them, under
 * exactly the names that the plan mounts, and through no link. Those of a whole branch are made
 * canonical again, in place.
 */
export async function makeRecords(shelf: OpenShelf, batch: Batch<Wanted>): Promise<Batch<Wanted>> {
  const wanted = batch.filter(isWanted);
  const groups = wanted.map((branch) => [
    ...(isWhole(shelf, branch) ? [] : startSteps(shelf.places, branch)),
    ...recordSteps(shelf.places, branch),
    linkStep(shelf.places, branch),
  ]);
  const outcomes = await runSteps(shelf.session, groups);
  const errors = wanted.flatMap(({ name, key }, index): [string, SandboxError][] => {
    const problem = problemIn(outcomes[index] ?? [], `make the worktree of "${name}"`);
    return problem === undefined ? [] : [[key, problem]];
  });
  return withErrors(batch, new Map(errors));
}

/** Nothing of a whole branch is made again. */
export function isWhole({ records }: OpenShelf, { key }: BranchIdentity): boolean {
  const record = records.get(key);
  return record?.mark !== undefined && record.entries !== undefined && record.entries > 0;
}

/** A killed run may have left an index half written, or a lock on it; no sandbox has started yet. */
function startSteps({ root }: ShelfPlaces, { name, key }: BranchIdentity): readonly Step[] {
  const record = `${RECORDS}/${key}`;
  return [
    { do: "directory", root, path: record },
    { do: "unlock", root, path: record, ours: true },
    { do: "write", root, path: `${record}/HEAD`, content: `ref: ${HEADS}${name}\n` },
  ];
}

/** By which git finds the record from within the worktree. */
function linkStep({ root, worktree }: ShelfPlaces, { key }: BranchIdentity): Step {
  const content = `gitdir: ${worktree(key).gitDir}\n`;
  return { do: "write", root, path: `${SHELF.worktrees}/${key}/.git`, content };
}
