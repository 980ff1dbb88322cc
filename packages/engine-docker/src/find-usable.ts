import { setTimeout as sleep } from "node:timers/promises";

import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { findContainers, type FoundContainer, type SandboxFilter } from "./find-container.ts";

/** Docker removes a container within moments, in milliseconds; a busy disk gets this long. */
const REMOVAL = 10_000;
const POLL = 100;

/**
 * A sandbox's container where it can be entered, started or replaced; undefined where there is
 * none, also after waiting for Docker to be done removing it. One that Docker could not remove whole
 * is removed again. Fails with SANDBOX_FAILED, and the way out, where somebody has paused it or
 * Docker restarts it by itself.
 */
export async function findUsable(
  docker: Docker,
  sandbox: SandboxFilter,
  signal: AbortSignal,
): Promise<FoundContainer | undefined> {
  for (let waited = 0; ; waited += POLL) {
    const [found] = await findContainers(docker, sandbox);
    switch (found?.state) {
      case "paused":
        throw unusable(found, "is paused", `Let it go on with "docker unpause ${found.name}"`);
      case "restarting":
        throw unusable(
          found,
          "is being restarted by Docker",
          `Take its restart policy away with "docker update --restart=no ${found.name}"`,
        );
      case "dead":
        await docker.getContainer(found.id).remove({ force: true });
        return undefined;
      case "removing":
        if (waited < REMOVAL) break;
        throw unusable(found, "is still being removed", "See what holds Docker up");
      default:
        return found;
    }
    await sleep(POLL, undefined, { signal });
  }
}

function unusable({ name }: FoundContainer, state: string, way: string): SandboxError {
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot use the sandbox: its container "${name}" ${state}`,
    { hint: `${way}, or end it with "agent-sandbox stop"` },
  );
}
