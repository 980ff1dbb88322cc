import { pushEvent } from "@agent-sandbox/core";
import { findGates, isAbsent, pushEvents, type PushRecord } from "@agent-sandbox/engine-docker";
import { createPushCollector, resolveStateDir } from "@agent-sandbox/host";

import type { Context } from "./engine-ports.ts";

/** A gate's container. */
type Gate = Parameters<PushRecord["collect"]>[0];

interface GateRecord {
  readonly gate: Gate;
  readonly stateDir: string;
}

/** Brings what a gate has decided into the audit record, each push once. Fails with AUDIT_FAILED. */
export async function collectPushes(
  { gate, stateDir }: GateRecord,
  signal: AbortSignal,
): Promise<void> {
  const read = async (since: number) =>
    (await pushEvents(gate, new Date(since), signal)).map(({ at, ...push }) => ({
      at: at.getTime(),
      event: pushEvent(push),
    }));
  await collectorIn(stateDir).collect({ gateId: gate.id, read, signal });
}

/** Only of a gate that is gone: what it has said would be recorded again. */
export async function forgetPushes({ gate, stateDir }: GateRecord): Promise<void> {
  await collectorIn(stateDir).forget(gate.id);
}

function collectorIn(stateDir: string) {
  return createPushCollector(stateDir, () => new Date());
}

/** The same of every gate of one workspace, or of this machine. */
export async function collectAllPushes(
  { surroundings, ports, signal }: Context,
  workspaceHash?: string,
): Promise<void> {
  const stateDir = resolveStateDir(surroundings.env, surroundings.home);
  const gates = await findGates(ports.docker, workspaceHash, signal);
  await Promise.all(
    gates.map(async (gate) => {
      try {
        await collectPushes({ gate, stateDir }, signal);
      } catch (error) {
        // Whoever ended it meanwhile has collected from it.
        if (signal.aborted || (await isThere(gate))) throw error;
      }
    }),
  );
}

async function isThere(gate: Gate): Promise<boolean> {
  return await gate.inspect().then(
    () => true,
    (error: unknown) => !isAbsent(error),
  );
}
