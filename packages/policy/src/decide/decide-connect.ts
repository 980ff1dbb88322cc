import { GIT_HOSTS } from "../defaults.ts";
import { covers } from "../resolve/denials.ts";
import type { ResolvedNetwork } from "../resolve/resolved-policy.ts";
import { type Decision, decision, placeOf } from "./decision.ts";
import { hostForm } from "./host-forms.ts";
import type { ConnectRequest } from "./request.ts";

/** SSH and HTTPS, which GitHub's own address ranges are open on. */
const GIT_PORTS = [22, 443];

export function decideConnect(network: ResolvedNetwork, request: ConnectRequest): Decision {
  const form = hostForm(request.host);
  const shown = JSON.stringify(request.host);
  if (form.kind === "invalid") {
    return decision({
      effect: "deny",
      rule: "invalid-host",
      reason: `${shown} is neither a name nor an address`,
    });
  }
  if (form.kind === "address") {
    return form.isLoopback ? ownLoopback(network, shown) : byAddress(network, shown);
  }
  const { name } = form;
  if (name === "localhost" || name.endsWith(".localhost")) return ownLoopback(network, shown);
  return byName(network, name, request.port);
}

function ownLoopback({ localhost }: ResolvedNetwork, shown: string): Decision {
  return decision({
    effect: localhost.value ? "allow" : "deny",
    rule: "localhost",
    by: localhost,
    reason: `${shown} is the sandbox itself, which is ${localhost.value ? "open" : "closed"}`,
    wouldChange: `Set network.localhost to ${!localhost.value}`,
  });
}

function byAddress(network: ResolvedNetwork, shown: string): Decision {
  if (network.external.value !== "domains") return wholly(network, shown);
  return decision({
    effect: "deny",
    rule: "address",
    by: network.external,
    reason: `${shown} is an address, and hosts are named, not numbered`,
    wouldChange: "Ask for it by a name, and add that to network.domains",
  });
}

function wholly({ external }: ResolvedNetwork, shown: string): Decision {
  const isOpen = external.value === "all";
  return decision({
    effect: isOpen ? "allow" : "deny",
    rule: isOpen ? "network-open" : "network-closed",
    by: external,
    reason: `the network is ${isOpen ? "open" : "closed"}, and ${shown} is outside`,
    wouldChange: `Set network.external to "domains"${isOpen ? "" : ", and name the host in network.domains"}`,
  });
}

function byName(network: ResolvedNetwork, name: string, port: number): Decision {
  const denial = network.deniedDomains.find(({ value }) => covers(value, name));
  if (denial !== undefined) {
    return decision({
      effect: "deny",
      rule: "denied-host",
      by: denial,
      reason: `"${name}" is within ${JSON.stringify(denial.value)}, which is denied`,
      wouldChange: `Take it out of ${placeOf(denial.source)}`,
    });
  }
  if (network.external.value !== "domains") return wholly(network, JSON.stringify(name));
  const allowed = network.domains.find(({ value }) => covers(value, name));
  if (allowed === undefined) {
    return decision({
      effect: "deny",
      rule: "host-not-allowed",
      by: network.external,
      reason: `"${name}" is not among the hosts that are open`,
      wouldChange: `Add "${name}" to network.domains`,
    });
  }
  return byPort(network, { name, port, allowed });
}

interface AllowedName {
  readonly name: string;
  readonly port: number;
  readonly allowed: ResolvedNetwork["domains"][number];
}

function byPort(network: ResolvedNetwork, { name, port, allowed }: AllowedName): Decision {
  const isGit = network.githubRanges.value && GIT_HOSTS.some((host) => covers(host, name));
  const isOpen =
    network.ports.some(({ value }) => value === port) || (isGit && GIT_PORTS.includes(port));
  return decision({
    effect: isOpen ? "allow" : "deny",
    rule: isOpen ? "allowed-host" : "port-not-allowed",
    by: allowed,
    reason: isOpen ? `"${name}" is open` : `port ${port} of "${name}" is closed`,
    wouldChange: isOpen
      ? `Add "${name}" to network.denied-domains`
      : `Add ${port} to network.ports`,
  });
}
