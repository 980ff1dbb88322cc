import {
  type RepositoryFacts,
  SandboxError,
  type SandboxPlan,
  type TakeRequests,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import { ensureGate } from "@agent-sandbox/engine-docker";
import {
  createSharedWork,
  fetchOrigin,
  readRepository,
  resolveStateDir,
} from "@agent-sandbox/host";
import {
  type BranchRequest,
  provisionBranches,
  type ProvisionedBranch,
} from "@agent-sandbox/workspace";

import { inShelf } from "./in-shelf.ts";
import type { Context } from "./engine-ports.ts";
import { shelfKey } from "./shelf-turn.ts";

/** How a branch is made ready. */
export interface BranchWork {
  /** What a new branch starts from; the host's current branch without it. */
  readonly from?: string | undefined;
  /** Whether to bring the host's `origin` up to date first. */
  readonly fetch: boolean;
}

/** What is said of a branch that is ready, with what was read of the host's repository for it. */
type ReadyBranch = Pick<ProvisionedBranch, "notes"> & { readonly repository: RepositoryFacts };

/** What processes that want branches of one workspace ask of whoever serves them. */
type SharedBranchRequest = BranchRequest & { readonly fetch: boolean };

/**
 * Sees to it that the plan's branch has its worktree in the shelf, together with all others that wait
 * for the same shelf, and tells the person what is worth knowing of it. Resolves with the repository as
 * it was found.
 */
export async function provisionBranch(
  { plan, work }: { readonly plan: SandboxPlan; readonly work: BranchWork },
  context: Context,
): Promise<RepositoryFacts> {
  const { env, home, say } = context.surroundings;
  const { workspace, branch } = plan;
  if (branch === undefined) throw new TypeError("The plan is for no branch");
  const waiting = { progress: say, doing: "prepares branches of this repository" };
  const shared = createSharedWork(resolveStateDir(env, home), waiting);
  const { name, placeholders } = branch;
  const request: SharedBranchRequest = { name, placeholders, from: work.from, fetch: work.fetch };
  const made = await shared.share<SharedBranchRequest, ReadyBranch>(
    {
      key: shelfKey(workspace.hash),
      request,
      work: (take, signal) => serve({ plan, own: request, take }, { ...context, signal }),
    },
    context.signal,
  );
  for (const note of made.notes) say(note);
  return made.repository;
}

interface Serving {
  readonly plan: SandboxPlan;
  readonly own: SharedBranchRequest;
  readonly take: TakeRequests<SharedBranchRequest>;
}

async function serve(
  { plan, own, take }: Serving,
  context: Context,
): Promise<readonly (ReadyBranch | SandboxError)[]> {
  const { workspace, user, container } = plan;
  if (own.fetch) await fetchHost(workspace, context);
  return await inShelf(
    { workspace, user, image: container.image },
    context,
    async ({ session, settings }) => {
      // Once the shelf is open: whoever has come since needs no session of their own.
      const requests = await take(({ fetch }) => own.fetch || !fetch);
      const made = await provisionBranches(session, settings, requests);
      const { repository } = settings;
      return made.map((one) =>
        one instanceof SandboxError ? one : { notes: one.notes, repository },
      );
    },
  );
}

/** Offline, the branches are as they were: a failure is a warning. */
async function fetchHost(
  workspace: WorkspaceIdentity,
  { surroundings, signal }: Context,
): Promise<void> {
  const { env, say } = surroundings;
  const terminal = process.stdin.isTTY && process.stderr.isTTY;
  const repository = await readRepository(workspace, { env, signal });
  const warning = await fetchOrigin(workspace, repository, { env, signal, say, terminal });
  if (warning !== undefined) say(`Warning: ${warning}`);
}

/**
 * Sees to it that pushes from the plan's branch are received. `known` is the repository where it has been
 * read already: each reading is two processes of git.
 */
export async function openGate(
  { plan, known }: { readonly plan: SandboxPlan; readonly known: RepositoryFacts | undefined },
  { surroundings, ports, signal }: Context,
): Promise<void> {
  const { env } = surroundings;
  const repository = known ?? (await readRepository(plan.workspace, { env, signal }));
  await ensureGate({ plan, repository }, ports, signal);
}
