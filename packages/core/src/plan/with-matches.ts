import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { HostFacts, PathFact } from "../facts.ts";
import type { SandboxPlan } from "../plan.ts";
import { planBind } from "./plan-bind.ts";
import { sorted } from "./sorted.ts";

/** What globs match as a sandbox is started, by path relative to the workspace. */
export interface Matched {
  readonly matches: readonly string[];
  /** What stands at each of them and at their parents. */
  readonly paths: ReadonlyMap<string, PathFact>;
}

/** Pure: the plan of a workspace in bind mode with what the globs of `ro` and `rw` match in it. */
export function withMatches(
  plan: SandboxPlan,
  { policy, facts }: { readonly policy: ResolvedPolicy; readonly facts: HostFacts },
  { matches, paths }: Matched,
): SandboxPlan {
  if (matches.length === 0) return plan;
  // What stands there for us is absent for the plan, whatever else is looked at now.
  const known = new Map([...paths, ...facts.paths]);
  const { mounts } = planBind(policy, { ...facts, matches, paths: known });
  const planned = new Set(planBind(policy, facts).mounts.map(({ target }) => target));
  const others = plan.mounts.filter(({ target }) => !planned.has(target));
  return { ...plan, mounts: sorted([...mounts, ...others]) };
}
