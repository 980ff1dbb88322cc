import { DEFAULTS, GIT_HOSTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { sourceOf, type Sourced } from "../source.ts";
import { covers, isDenied } from "./denials.ts";
import {
  defaulted,
  every,
  last,
  lastList,
  lastOr,
  sectionKey,
  sinceEmptied,
  unique,
} from "./gather.ts";
import type { ResolveContext } from "./resolve-context.ts";
import type { EngineName, ResolvedNetwork } from "./resolved-policy.ts";

const EXTERNAL = sectionKey("network", "external");
const DOMAINS = sectionKey("network", "domains");
const DENIED = sectionKey("network", "deniedDomains");
const GIT = sectionKey("network", "git");
const LOCALHOST = sectionKey("network", "localhost");
const PORTS = sectionKey("network", "ports");
const DNS = sectionKey("network", "dns");

/** What is open where no layer says so. */
const OPEN = {
  docker: "domains",
  bwrap: "all",
  virtual: "none",
} as const satisfies Record<EngineName, ResolvedNetwork["external"]["value"]>;

/** Whether the hosts that agents and git need are open with those that somebody names. */
const OPENS_OWN = {
  docker: true,
  bwrap: true,
  // Nothing in it is an agent or a git of its own.
  virtual: false,
} as const satisfies Record<EngineName, boolean>;

/** The network of all layers, the defaults among them, from the weakest to the strongest. */
export function resolveNetwork(
  layers: readonly PolicyLayer[],
  { engine }: ResolveContext,
): ResolvedNetwork {
  const external = resolveExternal(layers, engine);
  const localhost = lastOr(layers, LOCALHOST, DEFAULTS.network.localhost);
  if (external.value === "none") return closed(external, localhost);
  const denied = unique(every(layers, DENIED), String);
  const opening = layers.filter(({ source }) => OPENS_OWN[engine] || source.layer !== "defaults");
  const git = resolveGit(opening, OPENS_OWN[engine]);
  const domains = allowedHosts(opening, git).filter(({ value }) => !isDenied(value, denied));
  return {
    external,
    localhost,
    domains,
    deniedDomains: denied,
    deniedWithinAllowed: denied.filter((denial) =>
      domains.some((allowed) => covers(allowed.value, denial.value)),
    ),
    githubRanges: resolveRanges(git, denied),
    npmRegistries: emptiedBy(layers) ?? defaulted(OPENS_OWN[engine], DOMAINS),
    ports: unique(every(sinceEmptied(layers, PORTS), PORTS), byNumber),
    dns: lastList(layers, DNS) ?? [],
  };
}

/** Whoever names hosts, and says nothing else, means these hosts. */
function resolveExternal(
  layers: readonly PolicyLayer[],
  engine: EngineName,
): ResolvedNetwork["external"] {
  const written = layers.filter(({ source }) => source.layer !== "defaults");
  const explicit = last(written, EXTERNAL);
  if (explicit !== undefined) return explicit;
  const naming = written.findLast(({ policy }) => DOMAINS.read(policy) !== undefined);
  if (naming === undefined) return defaulted(OPEN[engine], EXTERNAL);
  return { value: "domains", source: sourceOf(naming.source, DOMAINS.path) };
}

function closed(
  external: ResolvedNetwork["external"],
  localhost: Sourced<boolean>,
): ResolvedNetwork {
  const off = { value: false, source: external.source };
  return {
    external,
    localhost,
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
function resolveGit(layers: readonly PolicyLayer[], byDefault: boolean): Sourced<boolean> {
  const explicit = last(sinceEmptied(layers, DOMAINS), GIT);
  return explicit ?? emptiedBy(layers) ?? defaulted(byDefault, GIT);
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
