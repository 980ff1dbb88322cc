import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { SandboxPlan } from "../plan.ts";

/**
 * What programs count on of the caller's environment, but for what says where things are on the
 * caller's machine, its languages among them: the image has its own.
 */
const FROM_CALLER = ["CI", "COLORTERM", "DEBUG", "EDITOR", "NODE_ENV", "NO_COLOR", "TERM", "TZ"];

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
    allowedVariables: [...FROM_CALLER, ...allow.map(({ value }) => value)].filter(goesIn),
  };
}
