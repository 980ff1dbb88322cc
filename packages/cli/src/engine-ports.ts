import { connectDocker, type OpenPorts } from "@agent-sandbox/engine-docker";
import { createPlaceholders, createWorkspaceLock, resolveStateDir } from "@agent-sandbox/host";

import type { Surroundings } from "./surroundings.ts";

export type EnginePorts = Omit<OpenPorts, "ensureImage">;

/** The docker engine's ports on this machine. Nothing is contacted yet. */
export function enginePorts({ env, home, say }: Surroundings): EnginePorts {
  const stateDir = resolveStateDir(env, home);
  return {
    docker: connectDocker(env),
    placeholders: createPlaceholders(stateDir),
    lock: createWorkspaceLock(stateDir),
    progress: say,
  };
}
