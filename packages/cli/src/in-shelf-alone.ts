import { holdSandboxes, stopGateIfIdle } from "@agent-sandbox/engine-docker";

import type { BranchContext } from "./branch-arguments.ts";
import { inShelf, type ShelfWork } from "./in-shelf.ts";

/**
 * Does `work` in the shelf while nobody opens the branch's sandbox, and stops the gate after its last
 * one. The sandbox's lock comes first: whoever opens one holds it while it waits for the shelf.
 */
export async function inShelfAlone<T>(
  { plan, shelf, ...context }: BranchContext,
  branch: string,
  work: (shelf: ShelfWork) => Promise<T>,
): Promise<T> {
  const { ports, signal } = context;
  const workspaceHash = plan.workspace.hash;
  const done = await holdSandboxes(
    { workspaceHash, sandboxes: [branch] },
    { lock: ports.lock, signal },
    () => inShelf(shelf, context, work),
  );
  await stopGateIfIdle(workspaceHash, ports, signal);
  return done;
}
