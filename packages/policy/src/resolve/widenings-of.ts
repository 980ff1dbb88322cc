import { DEFAULTS, GIT_HOSTS } from "../defaults.ts";
import { absolutePath, isWithin, segmentsOf } from "../paths/segments.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { type Source, sourceOf, type Sourced } from "../source.ts";
import { covers } from "./denials.ts";
import { every, type Key, last, sectionKey } from "./gather.ts";
import type { ResolveContext } from "./resolve-context.ts";

/** One thing that a project's file opens beyond its workspace. */
export interface Widening {
  readonly key: string;
  readonly source: Source;
  /** What it gives to whatever runs inside, as a sentence goes on: "the file …". */
  readonly what: string;
}

/**
 * What a project's file asks for that its user has to agree to: what reaches beyond the workspace, and
 * what takes a default guard away. What only closes is none.
 */
export function wideningsOf(
  layer: PolicyLayer,
  context: Pick<ResolveContext, "workspace" | "home">,
): readonly Widening[] {
  return [
    ...switches(layer),
    ...files(layer, context),
    ...hosts(layer),
    ...lists(layer),
    ...commands(layer),
  ];
}

/** A value that opens something, and what it is. */
function single<T>(
  layer: PolicyLayer,
  key: Key<T>,
  { opens, what }: { readonly opens: (value: T) => boolean; readonly what: string },
): readonly Widening[] {
  const found = last([layer], key);
  return found === undefined || !opens(found.value) ? [] : [widening(found, what)];
}

function widening({ source }: { readonly source: Source }, what: string): Widening {
  return { key: source.key, source, what };
}

function switches(layer: PolicyLayer): readonly Widening[] {
  const isOff = (value: boolean) => !value;
  const isGiven = () => true;
  const enabled: Key<boolean> = { path: ["enabled"], read: (policy) => policy.enabled };
  const docker: Key<boolean> = { path: ["docker"], read: (policy) => policy.docker };
  return [
    ...single(layer, enabled, { opens: isOff, what: "runs without a sandbox" }),
    ...single(layer, docker, {
      opens: (value) => value,
      what: "reaches the Docker daemon, and by it all of this machine",
    }),
    ...single(layer, sectionKey("environment", "inherit"), {
      opens: (value) => value === "all",
      what: "gets your whole environment",
    }),
    ...single(layer, sectionKey("environment", "filterSecrets"), {
      opens: isOff,
      what: "gets what looks like a secret in your environment",
    }),
    ...single(layer, sectionKey("network", "external"), {
      opens: (value) => value === "all",
      what: "reaches every host",
    }),
    ...single(layer, sectionKey("container", "network"), {
      opens: isGiven,
      what: "joins a Docker network and reaches what is there",
    }),
    ...single(layer, sectionKey("tools", "enforceAgentPermissions"), {
      opens: isOff,
      what: "ignores what an agent's own file says of its tools",
    }),
    ...single(layer, sectionKey("tools", "allow"), {
      opens: isGiven,
      what: "replaces your list of the tools that agents may call",
    }),
    ...records(layer, isGiven),
  ];
}

function records(layer: PolicyLayer, isGiven: () => boolean): readonly Widening[] {
  return [
    ...single(layer, sectionKey("audit", "path"), {
      opens: isGiven,
      what: "chooses where on this machine records are written",
    }),
    ...single(layer, sectionKey("audit", "keepDays"), {
      opens: (days) => days < DEFAULTS.audit.keepDays,
      what: "removes records sooner",
    }),
    ...single(layer, sectionKey("audit", "maxSize"), {
      opens: (bytes) => bytes < DEFAULTS.audit.maxSize,
      what: "removes records sooner",
    }),
  ];
}

function files(
  layer: PolicyLayer,
  { workspace, home }: Pick<ResolveContext, "workspace" | "home">,
): readonly Widening[] {
  const top = segmentsOf(workspace);
  const isOutside = (path: string) =>
    !isWithin(segmentsOf(absolutePath(path, workspace, home)), top);
  const outside = (level: "ro" | "rw", what: string) =>
    every([layer], sectionKey("filesystem", level))
      .filter(({ value }) => isOutside(value))
      .map((rule) => widening(rule, `${what} ${JSON.stringify(rule.value)}`));
  return [
    ...single(layer, sectionKey("filesystem", "base"), {
      opens: (value) => value === "host",
      what: "reads all of this machine's files",
    }),
    ...single(layer, sectionKey("filesystem", "root"), {
      opens: isOutside,
      what: "reads and writes outside of the workspace",
    }),
    ...outside("ro", "reads"),
    ...outside("rw", "reads and writes"),
  ];
}

function hosts(layer: PolicyLayer): readonly Widening[] {
  const known = [...DEFAULTS.network.domains, ...GIT_HOSTS];
  const named = every([layer], sectionKey("network", "domains"));
  const fresh = named.filter(({ value }) => !known.some((host) => covers(host, value)));
  const ports: readonly number[] = DEFAULTS.network.ports;
  const opened = every([layer], sectionKey("network", "ports"));
  return [
    ...fresh.map((host) => widening(host, `reaches ${JSON.stringify(host.value)}`)),
    ...opened
      .filter(({ value }) => !ports.includes(value))
      .map((port) => widening(port, `reaches port ${port.value} of the open hosts`)),
    ...every([layer], sectionKey("network", "dns")).map((resolver) =>
      widening(resolver, `asks ${JSON.stringify(resolver.value)} for the addresses of hosts`),
    ),
  ];
}

function lists(layer: PolicyLayer): readonly Widening[] {
  const known: readonly string[] = DEFAULTS.filesystem.allowedPatterns;
  const quoted = ({ value }: Sourced<string>) => JSON.stringify(value);
  return [
    ...every([layer], sectionKey("environment", "allow")).map((name) =>
      widening(name, `gets your variable ${quoted(name)}`),
    ),
    ...every([layer], sectionKey("filesystem", "allowedPatterns"))
      .filter(({ value }) => !known.includes(value))
      .map((pattern) => widening(pattern, `reaches blocked files that match ${quoted(pattern)}`)),
    ...every([layer], sectionKey("filesystem", "presets"))
      .filter(({ value }) => value.startsWith("!"))
      .map((toggle) => widening(toggle, `takes the rules of ${quoted(toggle)} away`)),
  ];
}

function commands({ policy, source }: PolicyLayer): readonly Widening[] {
  return Object.entries(policy.commands ?? {})
    .filter(([, rule]) => rule !== false && rule !== "@git")
    .map(([name]) =>
      widening({ source: sourceOf(source, ["commands", name]) }, `decides what "${name}" does`),
    );
}
