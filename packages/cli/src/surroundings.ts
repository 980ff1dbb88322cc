import { homedir } from "node:os";
import { styleText } from "node:util";

import type { Progress } from "@agent-sandbox/core";
import {
  connectDocker,
  type GatePorts,
  type OpenPorts,
  type PushRecord,
} from "@agent-sandbox/engine-docker";
import { createPlaceholders, createWorkspaceLock, resolveStateDir } from "@agent-sandbox/host";

import { printable } from "./printable.ts";

/** What a command is given of the process it runs in. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Tells the person what is under way. */
  readonly say: Progress;
}

/** This process's own; `quiet` where standard error is not for people. */
export function processSurroundings({ quiet }: { readonly quiet: boolean }): Surroundings {
  return {
    env: process.env,
    home: homedir(),
    say: (message) => {
      if (quiet) return;
      process.stderr.write(`${styleText("dim", printable(message), { stream: process.stderr })}\n`);
    },
  };
}

export type EnginePorts = Omit<OpenPorts, "ensureImage" | "provision" | "openGate"> & GatePorts;

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

/** What the steps of one command share. */
export interface Context {
  readonly surroundings: Surroundings;
  readonly ports: EnginePorts;
  readonly signal: AbortSignal;
}
