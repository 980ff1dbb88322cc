import { existsSync } from "node:fs";
import { tmpdir } from "node:os";

import { type AuditSink, decisionEvent } from "@agent-sandbox/core";
import { type Egress, findLauncher, startEgress } from "@agent-sandbox/engine-bwrap";
import { npmRegistryHosts, resolveStateDir } from "@agent-sandbox/host";

import type { Surroundings } from "../surroundings.ts";
import type { PreparedExec } from "./prepare-exec.ts";
import { shimFolder } from "./shims-of.ts";

/** The record of the run that the proxy belongs to. */
export interface Recording {
  readonly runId: string;
  readonly sink: AuditSink;
}

interface EgressPorts {
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
  readonly audit: () => Recording | undefined;
}

/** The socket of the proxy around this sandbox, where this is one. */
const OUTER = "/run/agent-sandbox/egress.sock";

/** Starts the proxy of a run, which records what it refuses before the run is over. */
export async function openEgress(
  { plan, policy }: PreparedExec,
  { surroundings, signal, audit }: EgressPorts,
): Promise<Egress> {
  const { env, home } = surroundings;
  const npm = { env, home, stateDir: resolveStateDir(env, home), now: Date.now, signal };
  const folder = shimFolder();
  const recorded: Promise<void>[] = [];
  const egress = await startEgress({
    policy,
    mirrors: policy.network.npmRegistries.value ? await npmRegistryHosts(npm) : [],
    launcher: findLauncher({ folder, architecture: process.arch }),
    node: process.execPath,
    directory: env["XDG_RUNTIME_DIR"] ?? (process.getuid?.() === 0 ? "/run" : tmpdir()),
    ...(plan.depth > 1 && existsSync(OUTER) && { outer: OUTER }),
    refused: ({ target, policy: rule, reason }) => {
      const { runId, sink } = audit() ?? {};
      if (runId === undefined || sink === undefined) return;
      const about = {
        engine: "bwrap",
        workspace: plan.workspace.path,
        runId,
        trust: "trusted",
      } as const;
      const said = {
        operation: "connect",
        target,
        result: "blocked",
        policy: rule,
        reason,
      } as const;
      recorded.push(sink.append(decisionEvent({ ...about, ...said })));
    },
  });
  return {
    ...egress,
    [Symbol.asyncDispose]: async () => {
      await egress[Symbol.asyncDispose]();
      await Promise.all(recorded);
    },
  };
}
