import { rm } from "node:fs/promises";

import {
  findGates,
  holdSandboxes,
  type KeptItem,
  releaseEnded,
  removeItem,
  stopGateIfIdle,
} from "@agent-sandbox/engine-docker";

import type { Context } from "../engine-ports.ts";
import type { CleanFacts, CleanPlan, Removal } from "./clean-facts.ts";
import { cleanShelf, type ShelfTask } from "./clean-shelf.ts";
import type { Outcome, Packed } from "./outcome.ts";

export interface CleanReport {
  readonly outcomes: readonly Outcome[];
  readonly packed: readonly Packed[];
}

/**
 * Removes what the plan says, each thing only while still nothing uses it. Killed half-way, the rest
 * goes the next time.
 */
export async function carryOut(
  plan: CleanPlan,
  facts: CleanFacts,
  context: Context,
): Promise<CleanReport> {
  const outcomes: Outcome[] = [];
  const packed: Packed[] = [];
  const remove = async (removals: readonly Removal[]) => {
    for (const removal of removals) outcomes.push(await removeOne(removal, context));
  };
  await remove(plan.removals.filter(({ kind }) => kind === "container"));
  await releaseEnded(context.ports, context.signal);
  for (const task of shelfTasks(plan, facts)) {
    const cleaned = await cleanShelf(task, facts, context);
    outcomes.push(...cleaned.outcomes);
    packed.push(...cleaned.packed);
  }
  for (const removal of plan.removals) {
    if (removal.files !== undefined) outcomes.push(await removeFiles(removal, removal.files));
  }
  const rest = plan.removals.filter(({ kind }) => kind === "volume" || kind === "image");
  await remove(rest.filter(({ item }) => item !== undefined && !isOfShelf(item)));
  return { outcomes, packed };
}

const isOfShelf = ({ role }: KeptItem) => role === "shelf" || role === "gate-sockets";

async function removeOne(removal: Removal, context: Context): Promise<Outcome> {
  const { item, workspaceHash } = removal;
  const isGone =
    item === undefined ||
    (item.role === "sandbox" && workspaceHash !== undefined
      ? await removeSandbox(item, workspaceHash, context)
      : await removeUnlocked(item, context));
  return { removal, refused: isGone ? undefined : "something uses it again" };
}

async function removeFiles(removal: Removal, files: readonly string[]): Promise<Outcome> {
  for (const file of files) await rm(file, { force: true });
  return { removal, refused: undefined };
}

/** Not while somebody is about to start it again. */
async function removeSandbox(
  item: KeptItem,
  workspaceHash: string,
  { ports, signal }: Context,
): Promise<boolean> {
  const request = { workspaceHash, sandboxes: [item.branch] };
  return await holdSandboxes(request, { lock: ports.lock, signal }, async () => {
    const container = ports.docker.getContainer(item.id);
    await ports.record?.collect(container);
    const isGone = await removeItem(ports.docker, item, signal);
    if (isGone) await ports.record?.forget(container);
    return isGone;
  });
}

async function removeUnlocked(item: KeptItem, { ports, signal }: Context): Promise<boolean> {
  const { workspaceHash } = item;
  if (item.role !== "gate" || workspaceHash === undefined)
    return await removeItem(ports.docker, item, signal);
  await stopGateIfIdle(workspaceHash, ports, signal);
  return (await findGates(ports.docker, workspaceHash)).length === 0;
}

/** What is to be done in each workspace's shelf. */
function shelfTasks({ removals, packs }: CleanPlan, { workspaces }: CleanFacts): ShelfTask[] {
  return [...workspaces.values()].flatMap((workspace) => {
    const own = removals.filter(({ workspaceHash }) => workspaceHash === workspace.hash);
    const ofRole = (role: KeptItem["role"]) => own.find(({ item }) => item?.role === role);
    const task = {
      workspace,
      branches: own.filter(({ kind }) => kind === "branch"),
      ...{ shelf: ofRole("shelf"), sockets: ofRole("gate-sockets") },
      pack: packs.includes(workspace.hash),
    };
    const isIdle = task.branches.length === 0 && !task.shelf && !task.sockets && !task.pack;
    return isIdle ? [] : [task];
  });
}
