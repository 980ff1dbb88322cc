import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { SandboxPlan } from "../plan.ts";

/** The variables of commands, those that come from whoever enters by their names alone. */
export function planVariables(
  policy: ResolvedPolicy,
): Pick<SandboxPlan, "environment" | "allowedVariables"> {
  const { set, allow } = policy.environment;
  const goesIn = (name: string) => decide(policy, { operation: "env", name }).effect === "allow";
  return {
    environment: Object.fromEntries(
      set.filter(({ name }) => goesIn(name)).map(({ name, value }) => [name, value]),
    ),
    allowedVariables: allow.map(({ value }) => value).filter(goesIn),
  };
}
