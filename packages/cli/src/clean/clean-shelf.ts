import { SandboxError } from "@agent-sandbox/core";
import {
  findContainers,
  type FoundContainer,
  holdSandboxes,
  removeItem,
  shelfVolume,
  volumeExists,
} from "@agent-sandbox/engine-docker";
import { dropBranch, lookIntoShelf, packShelf } from "@agent-sandbox/workspace";

import { inShelf, type ShelfWork } from "../in-shelf.ts";
import { withoutProvisioning } from "../shelf-turn.ts";
import type { Context } from "../engine-ports.ts";
import type { CleanFacts, Removal, WorkspaceFacts } from "./clean-facts.ts";
import { imageFor, lookWithoutHost, shelfRequest } from "./look-at-workspace.ts";
import type { Outcome, Packed } from "./outcome.ts";

export interface ShelfTask {
  readonly workspace: WorkspaceFacts;
  readonly branches: readonly Removal[];
  /** The shelf's volume, and the one with its gate's sockets, where they go. */
  readonly shelf: Removal | undefined;
  readonly sockets: Removal | undefined;
  readonly pack: boolean;
}

interface Cleaned {
  readonly outcomes: readonly Outcome[];
  readonly packed: readonly Packed[];
}

/**
 * Removes branches of a shelf, or the shelf, or packs it, alone with it: no sandbox of these branches
 * and none of bind mode is opened meanwhile, and nobody provisions another. All is judged again.
 */
export async function cleanShelf(
  task: ShelfTask,
  facts: CleanFacts,
  context: Context,
): Promise<Cleaned> {
  const { hash, shelf } = task.workspace;
  const names = shelf === undefined || "problem" in shelf ? [] : shelf.branches;
  const request = {
    workspaceHash: hash,
    sandboxes: [undefined, ...names.map(({ name }) => name)],
  };
  const { lock } = context.ports;
  return await holdSandboxes(request, { lock, signal: context.signal }, () =>
    withoutProvisioning(hash, context, async () => {
      const { isEmptied, ...cleaned } = await inside(task, facts, context);
      const volumes = isEmptied ? await removeVolumes(task, context) : [];
      return { ...cleaned, outcomes: [...cleaned.outcomes, ...volumes] };
    }),
  );
}

/** `isEmptied`: the shelf's volume may go. */
type Inside = Cleaned & { readonly isEmptied: boolean };

async function inside(task: ShelfTask, facts: CleanFacts, context: Context): Promise<Inside> {
  const { workspace, shelf } = task;
  if (shelf?.forced === true || workspace.shelf === undefined)
    return { outcomes: [], packed: [], isEmptied: true };
  const image = imageFor(workspace.hash, facts.items);
  if (!workspace.isThere) return await insideOrphan(task, image, context);
  const request = await shelfRequest(workspace, image);
  return await inShelf(request, context, async (work) => {
    const containers = await findContainers(context.ports.docker, { hash: workspace.hash });
    const outcomes: Outcome[] = [];
    for (const branch of task.branches) outcomes.push(await drop(branch, { work, containers }));
    const isIdle = containers.every(({ alive }) => !alive);
    const isEmptied = shelf !== undefined && isIdle && (await isEmpty(work));
    const packed = task.pack && isIdle && !isEmptied ? [await pack(workspace, work)] : [];
    return { outcomes, packed, isEmptied };
  });
}

async function insideOrphan(task: ShelfTask, image: string, context: Context): Promise<Inside> {
  const bytes = task.shelf?.bytes ?? 0;
  const found = await lookWithoutHost(task.workspace, { shelf: { bytes }, image }, context);
  const isEmptied =
    !("problem" in found) && found.branches.length === 0 && found.otherRisk === undefined;
  return { outcomes: [], packed: [], isEmptied };
}

interface DropScene {
  readonly work: ShelfWork;
  /** The workspace's sandboxes, running or stopped. */
  readonly containers: readonly FoundContainer[];
}

async function drop(branch: Removal, { work, containers }: DropScene): Promise<Outcome> {
  const { name, forced } = branch;
  const user = containers.find((found) => found.branch === name || (found.alive && !found.branch));
  if (user !== undefined) return { removal: branch, refused: `"${user.name}" has it again` };
  try {
    // Its sandbox is gone, and cannot come back before this is done.
    const request = { name, force: forced, endWork: () => Promise.resolve() };
    await dropBranch(work.session, work.settings, request);
    return { removal: branch, refused: undefined };
  } catch (error) {
    if (!(error instanceof SandboxError) || !REFUSALS.has(error.code)) throw error;
    return { removal: branch, refused: error.message };
  }
}

/** What is wrong with one branch, and with no other. */
const REFUSALS = new Set(["WORK_AT_RISK", "BRANCH_INVALID", "GIT_FAILED", "WORKSPACE_INVALID"]);

async function isEmpty({ session, settings }: ShelfWork): Promise<boolean> {
  const { branches, otherRisk } = await lookIntoShelf(session, settings);
  return branches.length === 0 && otherRisk === undefined;
}

async function pack({ path }: WorkspaceFacts, { session, settings }: ShelfWork): Promise<Packed> {
  const { before, after } = await packShelf(session, settings);
  return { workspace: path ?? "", before: before.bytes, after: after.bytes };
}

async function removeVolumes(
  { workspace, shelf, sockets }: ShelfTask,
  { ports, signal }: Context,
): Promise<readonly Outcome[]> {
  const remove = async (removal: Removal | undefined): Promise<Outcome[]> => {
    if (removal?.item === undefined) return [];
    const isGone = await removeItem(ports.docker, removal.item, signal);
    return [{ removal, refused: isGone ? undefined : "something uses it again" }];
  };
  const first = await remove(shelf);
  // Docker does not count a sandbox's use of its own socket; but then there is a shelf.
  const hasShelf = await volumeExists(ports.docker, shelfVolume(workspace));
  return hasShelf ? first : [...first, ...(await remove(sockets))];
}
