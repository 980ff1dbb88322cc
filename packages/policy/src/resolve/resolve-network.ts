import { DEFAULTS, GIT_HOSTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import type { Policy } from "../schema/policy-schema.ts";
import { sourceOf, type Sourced } from "../source.ts";
import { covers, isDenied } from "./denials.ts";
import { defaulted, every, last, sinceEmptied, unique, type Key } from "./gather.ts";
import type { ResolvedNetwork } from "./resolved-policy.ts";

type NetworkKeys = NonNullable<Policy["network"]>;

const EXTERNAL = key("external");
const DOMAINS = key("domains");
const DENIED = key("deniedDomains");
const GIT = key("git");
const PORTS = key("ports");
const DNS = key("dns");

/** The network of all layers, from the weakest to the strongest. */
export function resolveNetwork(layers: readonly PolicyLayer[]): ResolvedNetwork {
  const external = last(layers, EXTERNAL) ?? defaulted(DEFAULTS.network.external, EXTERNAL);
  if (external.value === "none") return closed(external);
  const denied = unique(every(layers, DENIED), String);
  const git = resolveGit(layers);
  const domains = allowedHosts(layers, git).filter(({ value }) => !isDenied(value, denied));
  const dnsLayer = layers.findLast((layer) => DNS.read(layer.policy) !== undefined);
  return {
    external,
    domains,
    deniedDomains: denied,
    deniedWithinAllowed: denied.filter((denial) =>
      domains.some((allowed) => covers(allowed.value, denial.value)),
    ),
    githubRanges: resolveRanges(git, denied),
    npmRegistries: emptiedBy(layers) ?? defaulted(true, DOMAINS),
    ports: unique(every(sinceEmptied(layers, PORTS), PORTS), byNumber),
    dns: every(dnsLayer === undefined ? [] : [dnsLayer], DNS),
  };
}

function key<Name extends keyof NetworkKeys>(name: Name): Key<NonNullable<NetworkKeys[Name]>> {
  return {
    path: ["network", name],
    read: (policy) => policy.network?.[name] ?? undefined,
  };
}

function closed(external: ResolvedNetwork["external"]): ResolvedNetwork {
  const off = { value: false, source: external.source };
  return {
    external,
    domains: [],
    deniedDomains: [],
    deniedWithinAllowed: [],
    githubRanges: off,
    npmRegistries: off,
    ports: [],
    dns: [],
  };
}

/** The empty list that closed everything which was open before it, as a switch that is off. */
function emptiedBy(layers: readonly PolicyLayer[]): Sourced<false> | undefined {
  const layer = layers.findLast(({ policy }) => DOMAINS.read(policy)?.length === 0);
  return layer && { value: false, source: sourceOf(layer.source, DOMAINS.path) };
}

/** An empty list of hosts closes git too, unless that layer or a later one opens it by its key. */
function resolveGit(layers: readonly PolicyLayer[]): Sourced<boolean> {
  const explicit = last(sinceEmptied(layers, DOMAINS), GIT);
  return explicit ?? emptiedBy(layers) ?? defaulted(DEFAULTS.network.git, GIT);
}

function allowedHosts(layers: readonly PolicyLayer[], git: Sourced<boolean>) {
  const gitHosts = git.value ? GIT_HOSTS.map((value) => ({ value, source: git.source })) : [];
  return unique([...every(sinceEmptied(layers, DOMAINS), DOMAINS), ...gitHosts], String);
}

/** GitHub's names share its ranges: denying one of them would mean nothing while these are open. */
function resolveRanges(
  git: Sourced<boolean>,
  denied: readonly Sourced<string>[],
): Sourced<boolean> {
  const denial = denied.find(({ value }) =>
    GIT_HOSTS.some((host) => covers(value, host) || covers(host, value)),
  );
  return git.value && denial !== undefined ? { value: false, source: denial.source } : git;
}

function byNumber(port: number): string {
  return String(port).padStart(5, "0");
}
