import type { Placeholders } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { findContainers } from "./find-container.ts";

interface ReleasePorts {
  readonly docker: Docker;
  readonly placeholders: Placeholders;
}

/**
 * Gives a workspace's placeholders up unless a sandbox of bind mode still counts on them: an agent's does
 * as the one that people enter; for whoever holds the lock of both.
 */
export async function releaseAfterLast(
  workspaceHash: string,
  { docker, placeholders }: ReleasePorts,
): Promise<void> {
  if (!(await isBindAlive(docker, workspaceHash))) await placeholders.release(workspaceHash);
}

export async function isBindAlive(docker: Docker, workspaceHash: string): Promise<boolean> {
  const found = await findContainers(docker, { hash: workspaceHash, mode: "bind" });
  return found.some(({ alive }) => alive);
}
