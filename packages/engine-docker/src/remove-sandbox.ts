import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";
import { findContainers, type SandboxFilter } from "./find-container.ts";

/** Ends and removes a sandbox; for whoever holds its lock. */
export async function removeSandbox(docker: Docker, sandbox: SandboxFilter): Promise<void> {
  for (const { id } of await findContainers(docker, sandbox)) {
    await docker
      .getContainer(id)
      .remove({ force: true })
      .catch((error: unknown) => {
        throw dockerFailure("stop the sandbox", error);
      });
  }
}
