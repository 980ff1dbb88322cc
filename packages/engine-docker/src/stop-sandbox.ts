import { removeRecorded } from "./container-record.ts";
import { dockerFailure } from "./failures.ts";
import { findContainers, type SandboxFilter } from "./find-container.ts";
import { type GatePorts, stopGateIfIdle, stopIdleGates } from "./gate.ts";
import { sandboxLock } from "./lock-key.ts";
import type { OpenPorts } from "./open-container.ts";
import { isBindAlive, releaseAfterLast } from "./release-after-last.ts";

/** Stopping needs no image. */
export type StopPorts = Pick<OpenPorts, "docker" | "lock" | "placeholders"> & GatePorts;

/** PID 1 ends at once when told to; this many seconds later it is killed. */
const GRACE = 3;

export interface StopRequest {
  readonly workspaceHash: string;
  /** One branch's sandboxes, or those of bind mode; all of the workspace's without it. */
  readonly only?: { readonly branch: string } | "bind" | undefined;
  /** Of these the one of a named agent, or with null the one that people enter. */
  readonly agent?: SandboxFilter["agent"];
  readonly remove: boolean;
}

/**
 * Stops a workspace's sandboxes, and removes them where `remove` says so; takes the placeholders
 * away after the last one of bind mode, and the gate after the last of a branch. Resolves with the names
 * of what was stopped or removed: none is not a failure.
 */
export async function stopSandbox(
  request: StopRequest,
  ports: StopPorts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { workspaceHash, only } = request;
  const branches = await branchesToStop(request, ports);
  const bind = only === undefined || only === "bind" ? [undefined] : [];
  const stopped = await Promise.all(
    [...bind, ...branches].map((branch) => stopOne({ ...request, branch }, ports, signal)),
  );
  if (branches.length > 0) await stopGateIfIdle(workspaceHash, ports, signal);
  return stopped.flat();
}

async function branchesToStop(
  { workspaceHash, only }: StopRequest,
  { docker }: StopPorts,
): Promise<readonly string[]> {
  if (only === "bind") return [];
  if (only !== undefined) return [only.branch];
  const found = await findContainers(docker, { hash: workspaceHash, mode: "branch" });
  return [...new Set(found.flatMap(({ branch }) => branch ?? []))];
}

async function stopOne(
  { workspaceHash, branch, agent, remove }: StopRequest & { readonly branch: string | undefined },
  { docker, lock, placeholders, record }: StopPorts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const mode = branch === undefined ? "bind" : "branch";
  return await lock.hold(sandboxLock(workspaceHash, branch), signal, async () => {
    const found = await findContainers(docker, { hash: workspaceHash, mode, branch, agent });
    const touched = found.filter(({ alive }) => alive || remove);
    try {
      for (const { id } of touched) {
        if (remove) await removeRecorded(docker.getContainer(id), record);
        else await docker.getContainer(id).stop({ t: GRACE });
      }
    } catch (error) {
      throw dockerFailure("stop the sandbox", error);
    }
    if (branch === undefined) await releaseAfterLast(workspaceHash, { docker, placeholders });
    return touched.map(({ name }) => name);
  });
}

/**
 * Takes away the placeholders and the gates of workspaces whose sandboxes ended by themselves: after
 * a crash, a reboot or a lost mount.
 */
export async function releaseEnded(ports: StopPorts, signal: AbortSignal): Promise<void> {
  for (const hash of await ports.placeholders.held()) {
    if (await isBindAlive(ports.docker, hash)) continue;
    await ports.lock.hold(hash, signal, async () => {
      // Another process may have opened it while this one waited for the lock.
      await releaseAfterLast(hash, ports);
    });
  }
  await stopIdleGates(ports, signal);
}
