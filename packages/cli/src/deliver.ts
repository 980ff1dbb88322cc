import { ensureGate, stopGateIfIdle } from "@agent-sandbox/engine-docker";
import { deliverBranch, type Delivery, type DeliverRequest } from "@agent-sandbox/workspace";

import type { BranchContext } from "./branch-arguments.ts";
import { collectEvents } from "./collect-events.ts";
import { inShelf } from "./in-shelf.ts";

/** Brings a branch to the host through its gate, which is opened for it where it does not run. */
export async function deliver(context: BranchContext, request: DeliverRequest): Promise<Delivery> {
  const { plan, shelf, ports, signal } = context;
  const close = async () => {
    await stopGateIfIdle(plan.workspace.hash, ports, signal);
    await collectEvents(context, { workspaceHash: plan.workspace.hash, onlyGates: true });
  };
  const delivering = inShelf({ ...shelf, pushes: true }, context, async (work) => {
    await ensureGate({ plan, repository: work.settings.repository }, ports, signal);
    return await deliverBranch(work.session, work.settings, request);
  });
  const delivery = await delivering.catch(async (error: unknown) => {
    // What failed first is what is told.
    await close().catch(() => undefined);
    throw error;
  });
  await close();
  return delivery;
}
