import {
  type ContainerRecord,
  findContainers,
  findGates,
  isAbsent,
  recordedEvents,
  type SandboxFilter,
} from "@agent-sandbox/engine-docker";
import { createEventCollector, type RecordPlace } from "@agent-sandbox/host";

import type { Context } from "./engine-ports.ts";
import { recordPlace } from "./record-place.ts";

/** A container of a gate or a sandbox. */
type Container = Parameters<ContainerRecord["collect"]>[0];

interface CollectFrom {
  readonly container: Container;
  readonly place: RecordPlace;
}

/**
 * Brings what a container has told into the audit record, each event once; nothing of one that is
 * gone, since whoever removed it has collected from it. Fails with AUDIT_FAILED.
 */
export async function collectFrom(
  { container, place }: CollectFrom,
  signal: AbortSignal,
): Promise<void> {
  const read = async (since: number) =>
    (await recordedEvents(container, new Date(since), signal)).map(({ at, event }) => ({
      at: at.getTime(),
      event,
    }));
  try {
    await collectorIn(place).collect({ containerId: container.id, read, signal });
  } catch (error) {
    if (signal.aborted || (await isThere(container))) throw error;
  }
}

/** Only of a container that is gone: what it has said would be recorded again. */
export async function forget({ container, place }: CollectFrom): Promise<void> {
  await collectorIn(place).forget(container.id);
}

function collectorIn(place: RecordPlace) {
  return createEventCollector(place, () => new Date());
}

/** Whose events are wanted; all of this machine's without a workspace. */
export interface CollectRequest {
  readonly workspaceHash?: string | undefined;
  /** One sandbox beside the gates; all of them without it, also those that have ended. */
  readonly sandbox?: SandboxFilter | undefined;
  /** Leaves the sandboxes out. */
  readonly onlyGates?: boolean;
  /** Where the records are, if that is known already. */
  readonly place?: RecordPlace;
}

/** The same of gates and sandboxes. */
export async function collectEvents(
  { surroundings, ports, signal }: Context,
  { workspaceHash, sandbox, onlyGates = false, ...known }: CollectRequest,
): Promise<void> {
  const place = known.place ?? (await recordPlace(surroundings));
  const { docker } = ports;
  const filter = sandbox ?? (workspaceHash === undefined ? undefined : { hash: workspaceHash });
  const [gates, sandboxes] = await Promise.all([
    findGates(docker, workspaceHash, signal),
    onlyGates ? [] : findContainers(docker, filter),
  ]);
  const containers = [...gates, ...sandboxes.map(({ id }) => docker.getContainer(id))];
  await Promise.all(
    containers.map(async (container) => {
      await collectFrom({ container, place }, signal);
    }),
  );
}

/** Of one that is being removed the daemon reads nothing any more. */
async function isThere(container: Container): Promise<boolean> {
  return await container.inspect().then(
    ({ State: { Dead, Status } }) => !Dead && Status !== "removing",
    (error: unknown) => !isAbsent(error),
  );
}
