import { valueAt } from "@agent-sandbox/core";
import { DEFAULT_PRESET, DEFAULTS, type ResolvedPolicy, toCamel } from "@agent-sandbox/policy";
import { defaultPolicy } from "./ask-program.ts";
import { code, codes } from "./markdown.ts";

const ENGINES = ["docker", "bwrap", "virtual"] as const;

/** What differs from engine to engine. */
const BY_ENGINE: Readonly<Record<string, (policy: ResolvedPolicy) => unknown>> = {
  "filesystem.base": ({ filesystem }) => filesystem.base.value,
  "filesystem.presets": ({ engine }) => [DEFAULT_PRESET[engine]],
  "network.external": ({ network }) => network.external.value,
  "network.domains": ({ network }) =>
    network.domains
      .filter(({ source }) => source.key.startsWith("network.domains"))
      .map(({ value }) => value),
  "network.git": ({ network }) => network.githubRanges.value,
};

/** What is no value of the key. */
const IN_WORDS: Readonly<Record<string, string>> = {
  "filesystem.root": "the workspace",
  "network.dns": "the machine's own",
  "tools.allow": "all tools",
  "container.image": "the one that `.agent-sandbox/Dockerfile` gives",
  "container.network": "Docker's default network",
  "container.memory": "no limit",
  "container.cpus": "no limit",
  "audit.path": "`agent-sandbox/audit` in your state folder",
};

/** What holds where nobody has written the key; undefined for another way to write one. */
export function defaultWords(key: string): string | undefined {
  if (key.startsWith("network.allow-")) return undefined;
  const byEngine = BY_ENGINE[key];
  if (byEngine !== undefined) return engineWords(byEngine);
  return IN_WORDS[key] ?? words(asWritten(key, valueAt(DEFAULTS, key.split(".").map(toCamel))));
}

function engineWords(read: (policy: ResolvedPolicy) => unknown): string {
  const groups = Map.groupBy(ENGINES, (engine) => words(read(defaultPolicy(engine))));
  if (groups.size === 1) return [...groups.keys()].join("");
  return [...groups].map(([value, engines]) => `${engines.join(" and ")}: ${value}`).join("; ");
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : codes(value);
  return value === undefined ? "none" : code(value);
}

/** The normal form of a default, back in the form that people write. */
function asWritten(key: string, value: unknown): unknown {
  if (key === "filesystem.protected") {
    return DEFAULTS.filesystem.protected.map(({ path, kind }) =>
      kind === "directory" ? `${path}/` : path,
    );
  }
  if (typeof value !== "number") return value;
  if (key.endsWith("-size")) return `${value / 2 ** 20}m`;
  return key.endsWith("-timeout") ? `${value / 1000}s` : value;
}
