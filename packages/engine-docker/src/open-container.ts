import type { Placeholders, Progress, SandboxPlan, WorkspaceLock } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { isSourceGone } from "./answers.ts";
import { probeDocker } from "./connect.ts";
import { type ContainerRecord, removeRecorded } from "./container-record.ts";
import { type ContainerSpec, toContainerSpec } from "./container-spec.ts";
import { toCreateOptions } from "./create-options.ts";
import { dockerFailure } from "./failures.ts";
import { findContainers, type FoundContainer, sandboxOf } from "./find-container.ts";
import { findUsable } from "./find-usable.ts";
import { hasGate } from "./gate.ts";
import { LABEL } from "./labels.ts";
import { sandboxLock } from "./lock-key.ts";
import { createAndPlace } from "./place-mounts.ts";

/** What opening needs besides the plan. */
export interface OpenPorts {
  readonly docker: Docker;
  readonly placeholders: Placeholders;
  readonly lock: WorkspaceLock;
  readonly progress: Progress;
  /** Where what a container told goes before it is removed. */
  readonly record?: ContainerRecord | undefined;
  /** Makes sure that the plan's image is there; called only where a container may have to be made. */
  readonly ensureImage: (plan: SandboxPlan, signal: AbortSignal) => Promise<void>;
  /** Makes sure that a branch's worktree is there; called before its container is started. */
  readonly provision: (plan: SandboxPlan, signal: AbortSignal) => Promise<void>;
  /** The plan as it is at that moment: what it hides, what its patterns match, and what it mounts; called before a container is started. */
  readonly completePlan: (plan: SandboxPlan, signal: AbortSignal) => Promise<SandboxPlan>;
  /** Makes sure that pushes from a branch are received; called while its container runs. */
  readonly openGate: (plan: SandboxPlan, signal: AbortSignal) => Promise<void>;
  /** What `lookUp` has found of this plan, where somebody has asked already. */
  readonly found?: Promise<FoundSandbox> | undefined;
}

/** What there is of a plan's sandbox. */
export interface FoundSandbox {
  readonly container: FoundContainer | undefined;
  /** Whether pushes from it are received; in bind mode there is nothing to receive. */
  readonly isReceived: boolean;
}

/** A container that is ready to be entered. */
export interface OpenedContainer {
  readonly id: string;
  readonly name: string;
  /** Whether this call started it; otherwise it already ran. */
  readonly started: boolean;
}

interface Wanted {
  readonly plan: SandboxPlan;
  readonly spec: ContainerSpec;
}

/**
 * Joins the container of the workspace or its branch, or starts it and waits until it is ready. One
 * that was made from another plan or image is made anew, unless somebody is inside: then it is joined
 * as it is, and `progress` says so.
 */
export async function openContainer(
  plan: SandboxPlan,
  ports: OpenPorts,
  signal: AbortSignal,
): Promise<OpenedContainer> {
  const spec = toContainerSpec(plan);
  const { container: found, isReceived } = await (ports.found ?? lookUp(plan, ports.docker));
  if (found?.running === true && isCurrent(found, spec)) {
    // It can end while its sandboxes run: by itself, or whoever was to start it was killed before.
    if (!isReceived) await ports.openGate(plan, signal);
    return { id: found.id, name: found.name, started: false };
  }
  try {
    return await ports.lock.hold(sandboxLock(plan.workspace.hash, plan.branch?.name), signal, () =>
      openLocked({ plan, spec }, ports, signal),
    );
  } catch (error) {
    throw dockerFailure("start the sandbox", error);
  }
}

/** Asks the daemon what there is of the plan's sandbox; changes nothing. */
export async function lookUp(plan: SandboxPlan, docker: Docker): Promise<FoundSandbox> {
  const [[container], isReceived] = await Promise.all([
    findContainers(docker, sandboxOf(plan)),
    plan.branch === undefined || hasGate(docker, plan.workspace.hash),
  ]);
  return { container, isReceived };
}

/** Looks again under the lock: another process may have opened the sandbox while this one waited. */
async function openLocked(
  { plan, spec }: Wanted,
  ports: OpenPorts,
  signal: AbortSignal,
): Promise<OpenedContainer> {
  const found = await findOrProbe(plan, ports, signal);
  // Before a container is given up for a new one.
  if (found === undefined || !isCurrent(found, spec)) await ports.ensureImage(plan, signal);
  const kept = found && (await keepOrRemove(found, spec, ports));
  if (kept?.running === true) {
    if (plan.branch) await ports.openGate(plan, signal);
    return { id: kept.id, name: kept.name, started: false };
  }
  await makePlace(plan, ports, signal);
  try {
    const id = await startOrCreate(kept, { plan, ports }, signal);
    if (plan.branch) await ports.openGate(plan, signal);
    return { id, name: spec.name, started: true };
  } catch (error) {
    await takeBack(plan, kept, ports);
    throw error;
  }
}

/**
 * A container that was kept is started again, unless other files than its own are found now, or one that it
 * mounts is gone: of two people who open one workspace each has our own files in a folder of their own.
 */
async function startOrCreate(
  kept: FoundContainer | undefined,
  { plan, ports }: { readonly plan: SandboxPlan; readonly ports: OpenPorts },
  signal: AbortSignal,
): Promise<string> {
  const complete = await ports.completePlan(plan, signal);
  const spec = toContainerSpec(complete, plan);
  const container = kept && ports.docker.getContainer(kept.id);
  if (container !== undefined && kept?.hiddenHash === spec.labels[LABEL.hidden]) {
    const id = await startAgain(container, signal).catch(ifSourceGone);
    if (id !== undefined) return id;
    ports.progress("What the sandbox mounts is not there any more: making the container anew");
  }
  if (container !== undefined) await removeRecorded(container, ports.record);
  return await createAndStart({ plan: complete, spec }, ports, signal);
}

function ifSourceGone(error: unknown): undefined {
  if (!isSourceGone(error)) throw error;
}

/** Nobody will enter what was being started; it must not run without its placeholders. */
async function takeBack(
  plan: SandboxPlan,
  kept: FoundContainer | undefined,
  { docker, placeholders }: OpenPorts,
): Promise<void> {
  if (kept)
    await docker
      .getContainer(kept.id)
      .stop({ t: 1 })
      .catch(() => undefined);
  if (plan.branch) return;
  const { releaseAfterLast } = await import("./release-after-last.ts");
  // What failed first is what is told; whoever looks next gives up what is left.
  await releaseAfterLast(plan.workspace.hash, { docker, placeholders }).catch(() => undefined);
}

/**
 * What must be there before anything is mounted: a branch's worktree, or else placeholders in the
 * host's checkout, which a branch cannot write.
 */
async function makePlace(plan: SandboxPlan, ports: OpenPorts, signal: AbortSignal): Promise<void> {
  if (plan.branch) {
    await ports.provision(plan, signal);
    return;
  }
  await ports.placeholders.hold({
    workspaceHash: plan.workspace.hash,
    workspacePath: plan.workspace.path,
    placeholders: plan.placeholders,
    user: plan.user,
  });
}

/** Docker is asked what it is where it starts a container, and not for each command that enters. */
async function findOrProbe(plan: SandboxPlan, { docker }: OpenPorts, signal: AbortSignal) {
  const found = await findUsable(docker, sandboxOf(plan), signal);
  if (found?.running !== true) await probeDocker(docker, signal);
  return found;
}

/** Docker shows the image's id in place of its name once the name belongs to a newer image. */
function isCurrent(found: FoundContainer, spec: ContainerSpec): boolean {
  return found.planHash === spec.labels[LABEL.plan] && found.image === spec.image;
}

async function keepOrRemove(
  found: FoundContainer,
  spec: ContainerSpec,
  { docker, progress, record }: OpenPorts,
): Promise<FoundContainer | undefined> {
  if (isCurrent(found, spec)) return found;
  const container = docker.getContainer(found.id);
  if (found.running && (await isInUse(container))) {
    progress(
      'The configuration or the image has changed, but somebody works in this sandbox: it stays as it is until "agent-sandbox restart"',
    );
    return found;
  }
  progress("The configuration or the image has changed: making the container anew");
  await removeRecorded(container, record);
  return undefined;
}

/** The daemon lists an exec for as long as it runs. */
async function isInUse(container: Docker.Container): Promise<boolean> {
  const { ExecIDs } = await container.inspect();
  return (ExecIDs ?? []).length > 0;
}

async function createAndStart({ plan, spec }: Wanted, ports: OpenPorts, signal: AbortSignal) {
  const { docker, record } = ports;
  if (plan.agents.isolation === "per-workspace") {
    const { ensureAgentVolumes } = await import("./volume-files/agent-volume.ts");
    const { image } = plan.container;
    await ensureAgentVolumes(plan, { docker, image, progress: ports.progress }, signal);
  }
  const placed = await createAndPlace(docker, spec, plan.workspace);
  const container = await docker.createContainer(toCreateOptions(placed));
  try {
    return await start(container, signal);
  } catch (error) {
    // What never became a sandbox must not be found and joined later.
    await removeRecorded(container, record).catch(() => container.remove({ force: true }));
    throw error;
  }
}

async function start(container: Docker.Container, signal: AbortSignal, lastEnd?: Date) {
  await container.start({ abortSignal: signal });
  // Loaded when it is needed: most starts find a sandbox that runs.
  const { waitReady } = await import("./wait-ready.ts");
  await waitReady("sandbox", container, { signal, lastEnd });
  return container.id;
}

async function startAgain(container: Docker.Container, signal: AbortSignal): Promise<string> {
  const { State } = await container.inspect();
  // The year 1: it was created and never started.
  const lastEnd = new Date(State.FinishedAt);
  return await start(container, signal, lastEnd.getTime() > 0 ? lastEnd : undefined);
}
