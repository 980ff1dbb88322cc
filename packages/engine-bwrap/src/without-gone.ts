import { lstatSync } from "node:fs";

import type { BwrapPlan } from "@agent-sandbox/core";

/** A socket that is gone by now needs no mask, and would be made as a file. */
export function withoutGone(plan: BwrapPlan): BwrapPlan {
  const isThere = ({ kind, target }: BwrapPlan["mounts"][number]) =>
    kind !== "hidden-socket" || lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  return { ...plan, mounts: plan.mounts.filter(isThere) };
}
