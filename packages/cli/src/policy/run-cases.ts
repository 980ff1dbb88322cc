import { decide, type Decision, type PolicyTest, type ResolvedPolicy } from "@agent-sandbox/policy";

import { builtInCases } from "./built-in-cases.ts";
import { policyRequest, type Standpoint } from "./policy-request.ts";

/**
 * How a case came out. "changed": a built-in one that a configuration answers otherwise, as it may.
 */
export interface CaseResult extends PolicyTest {
  readonly verdict: "ok" | "changed" | "failed";
  readonly kind: "built-in" | "own";
  readonly decision: Decision;
}

/** Asks a policy all built-in cases and the user's own. */
export function runCases(
  policy: ResolvedPolicy,
  surroundings: Pick<Standpoint, "home" | "env">,
): readonly CaseResult[] {
  const at = { ...surroundings, directory: policy.filesystem.places.workspace };
  const judge = (one: PolicyTest, kind: CaseResult["kind"]): CaseResult => {
    const decision = decide(policy, policyRequest(one, at));
    return { ...one, kind, decision, verdict: verdictOf(one, kind, decision) };
  };
  return [
    ...builtInCases(policy.engine).map((one) => judge(one, "built-in")),
    ...policy.tests.map(({ value }) => judge(value, "own")),
  ];
}

function verdictOf(
  { expect }: PolicyTest,
  kind: CaseResult["kind"],
  { effect, layer }: Decision,
): CaseResult["verdict"] {
  if (effect === expect) return "ok";
  return kind === "built-in" && layer !== "defaults" ? "changed" : "failed";
}
