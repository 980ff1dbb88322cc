import { stat } from "node:fs/promises";

import type { WorkspaceLock } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { isAbsent, statusOf } from "./answers.ts";
import type { ContainerRecord } from "./container-record.ts";
import { dockerFailure } from "./failures.ts";
import { findContainers } from "./find-container.ts";
import { type GateOptions, type GateRequest, toGateOptions } from "./gate-spec.ts";
import { LABEL } from "./labels.ts";
import { listContainers } from "./list-containers.ts";
import { toGateRun } from "./gate-run.ts";
import { gateLock } from "./lock-key.ts";
import { waitReady } from "./wait-ready.ts";

export interface GatePorts {
  readonly docker: Docker;
  readonly lock: WorkspaceLock;
  readonly record?: ContainerRecord | undefined;
}

/** A gate needs no longer than what it does for its open connections, in seconds. */
const GRACE = 5;

/**
 * Sees to it that the workspace's gate runs, and resolves with it. Call it once what needs it runs: a
 * gate that neither a branch's sandbox nor a session needs is stopped. It looks under the lock alone:
 * a gate that somebody is about to stop runs still.
 */
export async function ensureGate(
  request: GateRequest,
  ports: GatePorts,
  signal: AbortSignal,
): Promise<Docker.Container> {
  const { docker, lock } = ports;
  const { hash } = request.plan.workspace;
  const options = await gateOptions(request, lock);
  const isCurrent = ({ State, Labels }: Docker.ContainerInfo) =>
    State === "running" && Labels[LABEL.plan] === options.Labels[LABEL.plan];
  try {
    return await lock.hold(gateLock(hash), signal, async () => {
      const found = await listGates(docker, hash);
      const current = found.find(isCurrent);
      if (current) return docker.getContainer(current.Id);
      for (const { Id } of found) await endGate(docker.getContainer(Id), ports);
      return await startGate(await docker.createContainer(options), signal);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure("open the way for pushes to the host's repository", error);
  }
}

/** The gates, running or ended: a workspace's own, or all of this machine's. */
export async function findGates(
  docker: Docker,
  hash?: string,
  signal?: AbortSignal,
): Promise<readonly Docker.Container[]> {
  try {
    return (await listGates(docker, hash, signal)).map(({ Id }) => docker.getContainer(Id));
  } catch (error) {
    signal?.throwIfAborted();
    throw dockerFailure("look up the gates", error);
  }
}

/** The very container of `ensureGate` as a `docker run` command line, in argv form. */
export async function describeGate(
  request: GateRequest,
  lock: WorkspaceLock,
): Promise<readonly string[]> {
  return toGateRun(await gateOptions(request, lock));
}

/** Whether a gate receives what the workspace's branches push. */
export async function hasGate(docker: Docker, hash: string): Promise<boolean> {
  return (await listGates(docker, hash)).some(({ State }) => State === "running");
}

/** Stops and removes a workspace's gate once no sandbox of a branch runs, and no session pushes. */
export async function stopGateIfIdle(
  hash: string,
  ports: GatePorts,
  signal: AbortSignal,
): Promise<void> {
  const { docker, lock } = ports;
  try {
    if ((await listGates(docker, hash)).length === 0) return;
    await lock.hold(gateLock(hash), signal, async () => {
      if (await isNeeded(docker, hash)) return;
      for (const { Id } of await listGates(docker, hash)) {
        const gate = docker.getContainer(Id);
        await gate.stop({ t: GRACE }).catch(ignoreStopped);
        // Whoever began meanwhile has found it running, or waits for the lock to find it so.
        if (await isNeeded(docker, hash)) await startAgain(gate, signal);
        else await endGate(gate, ports);
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure("stop the gate", error);
  }
}

/**
 * Stops the gates whose sandboxes have ended by themselves; of these locks alone: one that another user
 * of this Docker is opening must not go because nothing pushes to it yet.
 */
export async function stopIdleGates(ports: GatePorts, signal: AbortSignal): Promise<void> {
  const gates = await listGates(ports.docker);
  const own = gates.filter(({ Labels }) => Labels[LABEL.locks] === ports.lock.scope);
  for (const hash of new Set(own.map(({ Labels }) => Labels[LABEL.gate] ?? ""))) {
    if (!(await isNeeded(ports.docker, hash))) await stopGateIfIdle(hash, ports, signal);
  }
}

async function startGate(gate: Docker.Container, signal: AbortSignal): Promise<Docker.Container> {
  try {
    await gate.start();
    await waitReady("gate", gate, { signal });
    return gate;
  } catch (error) {
    // What never became a gate must not be found and relied on later.
    await gate.remove({ force: true }).catch(() => undefined);
    throw error;
  }
}

/** What it said when it was ready the last time does not count. */
async function startAgain(gate: Docker.Container, signal: AbortSignal): Promise<void> {
  const { State } = await gate.inspect();
  await gate.start();
  await waitReady("gate", gate, { signal, lastEnd: new Date(State.FinishedAt) });
}

async function endGate(gate: Docker.Container, { record }: GatePorts): Promise<void> {
  try {
    await gate.stop({ t: GRACE }).catch(ignoreStopped);
    await record?.collect(gate);
    await gate.remove({ force: true });
  } catch (error) {
    // Another user of this Docker may have ended it meanwhile: by a lock, and for a record, of their own.
    if (!(await isGoing(gate))) throw error;
  }
  await record?.forget(gate);
}

/** Whether it is not there, or not for long. */
async function isGoing(gate: Docker.Container): Promise<boolean> {
  return await gate.inspect().then(({ State }) => State.Status === "removing", isAbsent);
}

/** 304: it has ended already. */
function ignoreStopped(error: unknown): void {
  if (statusOf(error) !== 304) throw error;
}

async function listGates(
  docker: Docker,
  hash?: string,
  signal?: AbortSignal,
): Promise<readonly Docker.ContainerInfo[]> {
  const label = [hash === undefined ? LABEL.gate : `${LABEL.gate}=${hash}`];
  return await listContainers(docker, { all: true, filters: { label } }, signal);
}

async function isNeeded(docker: Docker, hash: string): Promise<boolean> {
  const sandboxes = await findContainers(docker, { hash, mode: "branch" });
  if (sandboxes.some(({ alive }) => alive)) return true;
  const label = [`${LABEL.pushes}=${hash}`];
  return (await listContainers(docker, { filters: { label } })).length > 0;
}

async function gateOptions(request: GateRequest, lock: WorkspaceLock): Promise<GateOptions> {
  const hooksAreThere = await isDirectory(request.repository.hooksPath);
  return toGateOptions(request, { hooksAreThere, locks: lock.scope });
}

async function isDirectory(path: string | undefined): Promise<boolean> {
  if (path === undefined) return false;
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
