import {
  connectDocker,
  type ContainerRecord,
  type GatePorts,
  type OpenPorts,
} from "@agent-sandbox/engine-docker";
import { createPlaceholders, createWorkspaceLock, resolveStateDir } from "@agent-sandbox/host";

import type { Surroundings } from "./surroundings.ts";

export type EnginePorts = Omit<
  OpenPorts,
  "ensureImage" | "provision" | "completePlan" | "openGate"
> &
  GatePorts;

/** What the steps of one command share. */
export interface Context {
  readonly surroundings: Surroundings;
  readonly ports: EnginePorts;
  readonly signal: AbortSignal;
}

/** The docker engine's ports on this machine. Nothing is contacted yet. */
export function enginePorts({
  env,
  home,
  say,
}: Pick<Surroundings, "env" | "home" | "say">): EnginePorts {
  const stateDir = resolveStateDir(env, home);
  return {
    docker: connectDocker(env),
    placeholders: createPlaceholders(stateDir),
    lock: createWorkspaceLock(stateDir, { progress: say, doing: "opens or stops this sandbox" }),
    progress: say,
    record: containerRecord({ env, home }),
  };
}

/** Loaded when it is needed: most commands remove no container. */
function containerRecord(state: Pick<Surroundings, "env" | "home">): ContainerRecord {
  const load = async () => await import("./collect-events.ts");
  const placeOf = async () => await (await import("./record-place.ts")).recordPlace(state);
  return {
    async collect(container) {
      const { collectFrom } = await load();
      const place = await placeOf();
      // Whoever interrupts now would lose what cannot be read again.
      await collectFrom({ container, place }, new AbortController().signal);
    },
    async forget(container) {
      const { forget } = await load();
      await forget({ container, place: await placeOf() });
    },
  };
}
