import type { EgressRules, Lookup, Refusal, Target } from "@agent-sandbox/core/egress";
import { decide } from "@agent-sandbox/policy";

import type { Decided, Judge } from "./judge.ts";

export interface ReachOptions {
  /** Hosts of the embedding program's own: those that the policy opens by name, at private addresses too. */
  readonly mirrors?: readonly string[];
  /** How names are looked up: by the policy's resolvers, or the machine's own. */
  readonly lookUp?: Lookup;
}

/**
 * The addresses at which a host may be reached, none where its name has none, or why it may not be. Whoever
 * connects, connects to one of these: a name that is looked up again may lead elsewhere.
 */
export type Reach = (
  target: Target,
  options?: ReachOptions,
) => Promise<readonly string[] | Refusal>;

/** A sandbox without a policy has no network. */
export function reachBy(judge: Judge | undefined): Reach {
  return (target, options = {}) =>
    judge === undefined ? Promise.resolve(closed(target)) : reachThrough(judge, target, options);
}

function closed({ host, port }: Target): Refusal {
  return {
    target: `${host}:${port}`,
    policy: "network-closed",
    reason: "this sandbox has no policy that opens the network",
  };
}

async function reachThrough(
  judge: Judge,
  target: Target,
  { lookUp, mirrors = [] }: ReachOptions,
): Promise<readonly string[] | Refusal> {
  const { judgeTarget, lookupBy, resolveName } = await import("@agent-sandbox/core/egress");
  const { policy } = judge;
  const shown = `${target.host}:${target.port}`;
  const judged = judgeTarget({ policy, mirrors }, target);
  if ("policy" in judged) {
    const refusal = judged.policy === "localhost" ? { ...judged, reason: ownLoopback } : judged;
    judge.tell("connect", shown, denial(refusal));
    return refusal;
  }
  const servers = policy.network.dns.map(({ value }) => value);
  const addresses = await resolveName(judged, lookUp ?? lookupBy(servers));
  judge.tell("connect", shown, "policy" in addresses ? denial(addresses) : leave(policy, target));
  return addresses;
}

const ownLoopback = "it is the sandbox itself, where nothing listens";

const denial = ({ policy, reason }: Refusal): Decided => ({
  effect: "deny",
  rule: policy,
  reason,
});

/** What lets it through: the policy, or that the embedding program named it. */
function leave(policy: EgressRules["policy"], target: Target): Decided {
  const decision = decide(policy, { operation: "connect", ...target });
  if (decision.effect === "allow") return decision;
  return { effect: "allow", rule: "mirror", reason: "it is among the embedding program's own" };
}
