import type { BwrapPlan } from "@agent-sandbox/core";

import type { LineRequest } from "../command-line.ts";
import type { Egress } from "./start-egress.ts";

/** Pure: the plan with what leads to the proxy, and what starts before the command. */
export function throughEgress(
  plan: BwrapPlan,
  egress: Egress | undefined,
): Pick<LineRequest, "plan" | "lead"> {
  if (egress === undefined) return { plan };
  const { shims } = plan;
  return {
    plan: {
      ...plan,
      shims: {
        ...shims,
        files: [...shims.files, ...egress.files],
        binds: [...shims.binds, ...egress.binds],
      },
      environment: { ...plan.environment, ...egress.environment },
    },
    lead: egress.wrap([]),
  };
}
