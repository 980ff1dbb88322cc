import { hostname } from "node:os";

import type Docker from "dockerode";
import type { ContainerCreateOptions } from "dockerode";

import { LABEL } from "./labels.ts";
import { listContainers } from "./list-containers.ts";

/** Longer than any daemon takes from a container's creation to its start, in seconds. */
const LONG_AGO = 600;

/** This process, to be told from others of this machine and of the daemon's other users. */
export function thisOwner(): string {
  return `${process.pid.toString()}@${hostname()}`;
}

/** A session's options, with who makes it: the next one can tell whether that one is still at it. */
export function ownedOptions(
  options: ContainerCreateOptions,
  owner = thisOwner(),
): ContainerCreateOptions {
  return { ...options, Labels: { ...options.Labels, [LABEL.owner]: owner } };
}

/**
 * Removes the sessions of a workspace that were made and never started: the daemon removes by itself
 * only what has run, and whoever makes one may be killed before it starts it.
 */
export async function removeStraySessions(docker: Docker, hash: string): Promise<void> {
  const filters = { label: [`${LABEL.job}=${hash}`], status: ["created"] };
  const strays = (await listContainers(docker, { all: true, filters })).filter(
    ({ Labels, Created }) =>
      Created < Date.now() / 1000 - LONG_AGO || hasGone(Labels[LABEL.owner] ?? ""),
  );
  await removeStrays(docker, strays);
}

/** Two may find the same one. */
export async function removeStrays(
  docker: Docker,
  strays: readonly Docker.ContainerInfo[],
): Promise<void> {
  await Promise.allSettled(strays.map(({ Id }) => docker.getContainer(Id).remove({ force: true })));
}

/** A process of another machine, or of a container with the daemon's socket, is not ours to judge. */
export function hasGone(owner: string): boolean {
  const [pid, host] = owner.split("@");
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
