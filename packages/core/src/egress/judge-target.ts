import { decide, isDenied, isHostName, type ResolvedPolicy } from "@agent-sandbox/policy";

/** Where a program wants to go, in its own words. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

export interface Refusal {
  readonly target: string;
  /** The rule's id. */
  readonly policy: string;
  readonly reason: string;
  /** What to write, and where, so that it would be open. */
  readonly wouldChange?: string | undefined;
}

/** A name that may be reached, as it is looked up. */
export interface OpenName {
  readonly name: string;
  readonly port: number;
  /** Whether the user's own configuration names it, so that it may be at home. */
  readonly isMirror: boolean;
}

export interface EgressRules {
  readonly policy: ResolvedPolicy;
  /** Names of the hosts of the user's own registries. */
  readonly mirrors: readonly string[];
}

/** Pure: whether a program may go there. What is judged is what is looked up and connected to. */
export function judgeTarget(
  { policy, mirrors }: EgressRules,
  { host, port }: Target,
): OpenName | Refusal {
  const target = `${host}:${port}`;
  const { effect, rule, reason, wouldChange } = decide(policy, {
    operation: "connect",
    host,
    port,
  });
  if (rule === "localhost") {
    const own = `"${host}" is the sandbox itself, which no proxy leads to`;
    return { target, policy: rule, reason: own };
  }
  const name = host.toLowerCase().replace(/\.$/, "");
  const isMirror = isOpenMirror({ policy, mirrors }, { host: name, port });
  if (effect === "deny" && !isMirror) return { target, policy: rule, reason, wouldChange };
  if (isHostName(name)) return { name, port, isMirror };
  return { target, policy: "invalid-host", reason: `${JSON.stringify(host)} is not a host name` };
}

function isOpenMirror({ policy, mirrors }: EgressRules, { host, port }: Target): boolean {
  const { network } = policy;
  return (
    network.external.value === "domains" &&
    mirrors.includes(host) &&
    !isDenied(host, network.deniedDomains) &&
    network.ports.some(({ value }) => value === port)
  );
}
