import { ensureGate, stopGateIfIdle } from "@agent-sandbox/engine-docker";
import { deliverBranch, type Delivery, type DeliverRequest } from "@agent-sandbox/workspace";

import type { BranchContext } from "./branch-arguments.ts";
import { collectAllPushes } from "./collect-pushes.ts";
import { inShelf } from "./in-shelf.ts";

/** Brings a branch to the host through its gate, which is opened for it where it does not run. */
export async function deliver(context: BranchContext, request: DeliverRequest): Promise<Delivery> {
  const { plan, shelf, ports, signal } = context;
  try {
    return await inShelf(shelf, context, async ({ session, settings }) => {
      const { repository } = settings;
      await ensureGate({ plan, repository }, ports, signal);
      return await deliverBranch(session, settings, request);
    });
  } finally {
    await stopGateIfIdle(plan.workspace.hash, ports, signal);
    await collectAllPushes(context, plan.workspace.hash);
  }
}
