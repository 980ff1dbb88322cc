import { pushEvent } from "@agent-sandbox/core";
import { type GatePorts, pushEvents } from "@agent-sandbox/engine-docker";
import { createPushCollector } from "@agent-sandbox/host";

/** A gate's container. */
type Gate = Parameters<NonNullable<GatePorts["onGateEnd"]>>[0];

interface CollectRequest {
  readonly gate: Gate;
  readonly stateDir: string;
  /** Whether the gate is about to go, and with it what it has said. */
  readonly last: boolean;
}

/** Brings what a gate has decided into the audit record, each push once. Fails with AUDIT_FAILED. */
export async function collectPushes(
  { gate, stateDir, last }: CollectRequest,
  signal: AbortSignal,
): Promise<void> {
  const collector = createPushCollector(stateDir, () => new Date());
  const read = async (since: number) =>
    (await pushEvents(gate, new Date(since))).map(({ at, ...push }) => ({
      at: at.getTime(),
      event: pushEvent(push),
    }));
  await collector.collect({ gateId: gate.id, read, signal });
  if (last) await collector.forget(gate.id);
}
