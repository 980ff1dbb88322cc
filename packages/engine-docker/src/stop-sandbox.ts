import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";
import { findContainers } from "./find-container.ts";
import type { OpenPorts } from "./open-container.ts";

/** Stopping needs no image. */
type StopPorts = Pick<OpenPorts, "docker" | "lock" | "placeholders">;

/** PID 1 ends at once when told to; this many seconds later it is killed. */
const GRACE = 3;

/**
 * Stops a workspace's container, and removes it where `remove` says so; then takes the placeholders
 * away. Resolves with the names of what was stopped or removed: none is not a failure.
 */
export async function stopSandbox(
  request: { readonly workspaceHash: string; readonly remove: boolean },
  { docker, lock, placeholders }: StopPorts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { workspaceHash, remove } = request;
  return await lock.hold(workspaceHash, signal, async () => {
    const found = await findContainers(docker, workspaceHash);
    const touched = found.filter(({ alive }) => alive || remove);
    try {
      for (const { id } of touched) await end(docker.getContainer(id), remove);
    } catch (error) {
      throw dockerFailure("stop the sandbox", error);
    }
    await placeholders.release(workspaceHash);
    return touched.map(({ name }) => name);
  });
}

async function end(container: Docker.Container, remove: boolean): Promise<void> {
  if (remove) await container.remove({ force: true });
  else await container.stop({ t: GRACE });
}

/**
 * Takes away the placeholders of workspaces whose sandbox ended by itself: after a crash, a reboot
 * or a lost mount.
 */
export async function releaseEnded(ports: StopPorts, signal: AbortSignal): Promise<void> {
  for (const hash of await ports.placeholders.held()) {
    if (await isAlive(ports.docker, hash)) continue;
    await ports.lock.hold(hash, signal, async () => {
      // Another process may have opened it while this one waited for the lock.
      if (!(await isAlive(ports.docker, hash))) await ports.placeholders.release(hash);
    });
  }
}

async function isAlive(docker: Docker, workspaceHash: string): Promise<boolean> {
  return (await findContainers(docker, workspaceHash)).some(({ alive }) => alive);
}
