import { isDenied, type ResolvedPolicy } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { HostFacts } from "../facts.ts";
import type { NetworkPlan } from "../plan.ts";

/** The network in the engine's terms; the user's own npm registries are named by the facts. */
export function planNetwork(
  policy: ResolvedPolicy,
  facts: Pick<HostFacts, "npmRegistryHosts" | "githubRanges">,
): NetworkPlan {
  const { network, container } = policy;
  if (network.external.value === "all") {
    throw new SandboxError(
      "POLICY_UNSUPPORTED",
      "Cannot open the whole network: the docker engine opens named hosts only",
      { hint: 'List the hosts under "network.domains"' },
    );
  }
  const mirrors = network.npmRegistries.value ? facts.npmRegistryHosts : [];
  return {
    hosts: network.domains.map(({ value }) => value),
    deniedHosts: network.deniedWithinAllowed.map(({ value }) => value),
    mirrorHosts: mirrors.filter((host) => !isDenied(host, network.deniedDomains)),
    githubRanges: network.githubRanges.value ? facts.githubRanges : [],
    ports: network.ports.map(({ value }) => value),
    dns: network.dns.map(({ value }) => value),
    published: container.ports.map(({ value }) => value),
    localhost: network.localhost.value,
  };
}
