import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { sourceOf } from "../source.ts";
import { every, lastOr, sectionKey, sinceEmptied, unique } from "./gather.ts";
import type { ResolvedEnvironment, ResolvedVariable } from "./resolved-policy.ts";

const ALLOW = sectionKey("environment", "allow");
const BLOCK = sectionKey("environment", "block");

/** The variables of all layers, from the weakest to the strongest. */
export function resolveEnvironment(layers: readonly PolicyLayer[]): ResolvedEnvironment {
  const { inherit, filterSecrets } = DEFAULTS.environment;
  return {
    inherit: lastOr(layers, sectionKey("environment", "inherit"), inherit),
    filterSecrets: lastOr(layers, sectionKey("environment", "filterSecrets"), filterSecrets),
    allow: unique(every(sinceEmptied(layers, ALLOW), ALLOW), String),
    block: unique(every(layers, BLOCK), String),
    set: resolveVariables(layers),
  };
}

function resolveVariables(layers: readonly PolicyLayer[]): readonly ResolvedVariable[] {
  const variables = layers.flatMap(({ source, policy }) =>
    Object.entries(policy.environment?.set ?? {}).map(
      ([name, value]) =>
        [name, { name, value, source: sourceOf(source, ["environment", "set", name]) }] as const,
    ),
  );
  const byName = new Map(variables);
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
