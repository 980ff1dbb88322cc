import { SandboxError, type GitSession } from "@agent-sandbox/core";

import { branchIdentity } from "../branch/branch-identity.ts";
import { fetchHost } from "../shelf/fetch-host.ts";
import { HEADS, readRefs } from "../shelf/host-repository.ts";
import { openShelf, type OpenShelf } from "../shelf/open-shelf.ts";
import type { ShelfSettings } from "../shelf/settings.ts";
import { checkOut } from "./check-out.ts";
import { createRefs } from "./create-refs.ts";
import { decideStart, type StartFacts } from "./decide-start.ts";
import { finishBranches } from "./finish-branches.ts";
import { makeRecords } from "./make-records.ts";
import type { BranchRequest, ProvisionedBranch } from "./provisioned-branch.ts";
import { defaultFrom, resolveFrom } from "./resolve-from.ts";
import { takeNotes } from "./take-notes.ts";
import { isWanted, type Wanted } from "./wanted.ts";

/**
 * Brings each branch into the shelf, with its worktree; what was there stays as it is. Killed at any
 * point and called again, it goes on. Answers in the order of the requests, and one that fails spoils
 * no other; rejects where the workspace or the shelf can have no branches at all.
 */
export async function provisionBranches(
  session: GitSession,
  settings: ShelfSettings,
  requests: readonly BranchRequest[],
): Promise<readonly (ProvisionedBranch | SandboxError)[]> {
  const shelf = await openShelf(session, settings);
  const byName = merge(requests);
  const decided = await decideAll(shelf, [...byName.values()]);
  const referred = await createRefs(shelf, decided);
  const recorded = await makeRecords(shelf, referred);
  const filled = await checkOut(shelf, recorded);
  const finished = await finishBranches(shelf, filled);
  const noted = await takeNotes(shelf, finished);
  const outcomes = new Map([...byName.keys()].map((name, index) => [name, noted[index]]));
  return requests.map(({ name }) => answer(outcomes.get(name)));
}

/** Two who ask for one branch get one: the first `from`, and the placeholders of both. */
function merge(requests: readonly BranchRequest[]): ReadonlyMap<string, BranchRequest> {
  const byName = new Map<string, BranchRequest>();
  for (const request of requests) {
    const { from, placeholders } = byName.get(request.name) ?? { ...request, placeholders: [] };
    const both = [...placeholders, ...request.placeholders];
    byName.set(request.name, {
      name: request.name,
      from: from ?? request.from,
      placeholders: both,
    });
  }
  return byName;
}

async function decideAll(
  shelf: OpenShelf,
  requests: readonly BranchRequest[],
): Promise<readonly (Wanted | SandboxError)[]> {
  const asked = await resolveFrom(
    shelf,
    requests.flatMap(({ from }) => from ?? []),
  );
  const starts = [defaultFrom(shelf), ...asked.values()];
  await fetchHost(
    shelf,
    starts.flatMap((from) => ("commit" in from ? [from.commit] : [])),
  );
  const refs = new Map(await readRefs(shelf.git, ["refs/heads", "refs/remotes"]));
  return requests.map((request) => {
    const from = asked.get(request.from ?? "") ?? defaultFrom(shelf);
    const decided = decide(request, { refs, records: shelf.records, from });
    // The next one is decided as if this one were there already.
    if (isWanted(decided) && decided.start !== undefined)
      refs.set(HEADS + request.name, decided.start);
    return decided;
  });
}

function decide(request: BranchRequest, facts: StartFacts): Wanted | SandboxError {
  try {
    const identity = branchIdentity(request.name);
    return { ...identity, request, ...decideStart(request.name, facts) };
  } catch (error) {
    if (error instanceof SandboxError) return error;
    throw error;
  }
}

function answer(
  outcome: ProvisionedBranch | SandboxError | undefined,
): ProvisionedBranch | SandboxError {
  return outcome ?? new SandboxError("GIT_FAILED", "Cannot provision a branch: it has no outcome");
}
