import {
  connectDocker,
  type GatePorts,
  type OpenPorts,
  type PushRecord,
} from "@agent-sandbox/engine-docker";
import { createPlaceholders, createWorkspaceLock, resolveStateDir } from "@agent-sandbox/host";

import type { Surroundings } from "./surroundings.ts";

export type EnginePorts = Omit<OpenPorts, "ensureImage" | "provision" | "hideFiles" | "openGate"> &
  GatePorts;

/** What the steps of one command share. */
export interface Context {
  readonly surroundings: Surroundings;
  readonly ports: EnginePorts;
  readonly signal: AbortSignal;
}

/** The docker engine's ports on this machine. Nothing is contacted yet. */
export function enginePorts({ env, home, say }: Surroundings): EnginePorts {
  const stateDir = resolveStateDir(env, home);
  return {
    docker: connectDocker(env),
    placeholders: createPlaceholders(stateDir),
    lock: createWorkspaceLock(stateDir, { progress: say, doing: "opens or stops this sandbox" }),
    progress: say,
    pushes: pushRecord(stateDir),
  };
}

/** Loaded when it is needed: most commands end no gate. */
function pushRecord(stateDir: string): PushRecord {
  const load = async () => await import("./collect-pushes.ts");
  return {
    async collect(gate) {
      const { collectPushes } = await load();
      // Whoever interrupts now would lose what cannot be read again.
      await collectPushes({ gate, stateDir }, new AbortController().signal);
    },
    async forget(gate) {
      const { forgetPushes } = await load();
      await forgetPushes({ gate, stateDir });
    },
  };
}
