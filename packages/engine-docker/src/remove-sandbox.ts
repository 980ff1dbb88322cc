import type Docker from "dockerode";

import { type ContainerRecord, removeRecorded } from "./container-record.ts";
import { dockerFailure } from "./failures.ts";
import { findContainers, type SandboxFilter } from "./find-container.ts";

export interface RemovePorts {
  readonly docker: Docker;
  readonly record?: ContainerRecord | undefined;
}

/** Ends and removes a sandbox; for whoever holds its lock. */
export async function removeSandbox(
  { docker, record }: RemovePorts,
  sandbox: SandboxFilter,
): Promise<void> {
  for (const { id } of await findContainers(docker, sandbox)) {
    await removeRecorded(docker.getContainer(id), record).catch((error: unknown) => {
      throw dockerFailure("stop the sandbox", error);
    });
  }
}
