import { accessSync, constants, existsSync } from "node:fs";

import { type AuditSink, isInside } from "@agent-sandbox/core";
import { type Egress, findLauncher, startEgress } from "@agent-sandbox/engine-bwrap";
import { npmRegistryHosts, resolveStateDir } from "@agent-sandbox/host";

import type { Surroundings } from "../surroundings.ts";
import type { PreparedExec } from "./prepare-exec.ts";
import { RefusalRecord } from "./refusal-record.ts";
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

/** A proxy with the record of what it refuses. */
export interface RecordedEgress extends Egress {
  /** Resolves once all that was refused so far is on record. */
  readonly settle: () => Promise<void>;
}

/** Starts the proxy of a run, which records what it refuses before the run is over. */
export async function openEgress(
  { plan, policy }: PreparedExec,
  { surroundings, signal, audit }: EgressPorts,
): Promise<RecordedEgress> {
  const { env, home } = surroundings;
  const stateDir = resolveStateDir(env, home);
  const npm = { env, home, stateDir, now: Date.now, signal };
  const folder = shimFolder();
  const refusals = new RefusalRecord(audit, plan.workspace.path);
  const egress = await startEgress({
    policy,
    mirrors: policy.network.npmRegistries.value ? await npmRegistryHosts(npm) : [],
    launcher: findLauncher({ folder, architecture: process.arch }),
    node: process.execPath,
    directory: socketDirectory(env, stateDir),
    ...(plan.depth > 1 && existsSync(OUTER) && { outer: OUTER }),
    refused: (refusal) => {
      refusals.add(refusal);
    },
  });
  return {
    ...egress,
    settle: () => refusals.settle(),
    [Symbol.asyncDispose]: async () => {
      await egress[Symbol.asyncDispose]();
      await refusals.settle();
    },
  };
}

/** No sandbox shows the host's `/run`, nor what is in the state's folder. */
function socketDirectory(env: Surroundings["env"], stateDir: string): string {
  const runtime = process.getuid?.() === 0 ? "/run" : env["XDG_RUNTIME_DIR"];
  return runtime !== undefined && isInside("/run", runtime) && isWritable(runtime)
    ? runtime
    : stateDir;
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
