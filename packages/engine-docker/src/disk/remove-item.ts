import { setTimeout as sleep } from "node:timers/promises";

import type Docker from "dockerode";

import { dockerFailure } from "../failures.ts";
import { isAbsent, isConflict } from "../answers.ts";
import type { KeptItem } from "./kept-item.ts";

/** A session's container is gone a moment after it has ended, in milliseconds. */
const PATIENCE = 5_000;
const POLL = 100;

/**
 * Removes an item unless something uses it: resolves with whether it is gone. Never by force, so that
 * what a container has begun to use since stays.
 */
export async function removeItem(
  docker: Docker,
  item: Pick<KeptItem, "kind" | "id" | "name" | "image">,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    for (let waited = 0; ; waited += POLL) {
      signal.throwIfAborted();
      if (await removeOnce(docker, item)) return true;
      if (item.kind !== "volume" || waited >= PATIENCE) return false;
      await sleep(POLL, undefined, { signal });
    }
  } catch (error) {
    throw dockerFailure(`remove "${item.name}"`, error);
  }
}

async function removeOnce(
  docker: Docker,
  { kind, id, image }: Pick<KeptItem, "kind" | "id" | "image">,
): Promise<boolean> {
  try {
    if (kind === "container") await docker.getContainer(id).remove();
    else if (kind === "volume") await docker.getVolume(id).remove();
    // By its names: an image that somebody has named too stays theirs.
    else for (const name of imageNames(id, image?.tags)) await docker.getImage(name).remove();
    return true;
  } catch (error) {
    if (isAbsent(error)) return true;
    if (isConflict(error)) return false;
    throw error;
  }
}

function imageNames(id: string, tags: readonly string[] = []): readonly string[] {
  const own = tags.filter((tag) => tag.startsWith("agent-sandbox-"));
  return own.length === 0 ? [id] : own;
}
