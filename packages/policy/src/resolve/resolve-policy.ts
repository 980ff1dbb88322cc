import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { LAYERS, sourceOf, type Sourced } from "../source.ts";
import { every, type Key, sinceEmptied, unique } from "./gather.ts";
import { resolveContainer } from "./resolve-container.ts";
import { resolveNetwork } from "./resolve-network.ts";
import type { ResolvedPolicy } from "./resolved-policy.ts";

const ALLOW: Key<readonly string[]> = {
  path: ["environment", "allow"],
  read: (policy) => policy.environment?.allow,
};

/**
 * All layers in one. The defaults are always the weakest layer and need not be given; the others
 * rank by their name, whatever their order here. Single values: the strongest layer that gives one
 * wins. Lists add up, and an empty list takes away what weaker layers granted; protected paths and
 * denied hosts only ever add up.
 */
export function resolvePolicy(layers: readonly PolicyLayer[]): ResolvedPolicy {
  const ranked = [{ source: { layer: "defaults" }, policy: DEFAULTS } as const, ...layers].sort(
    (a, b) => LAYERS.indexOf(a.source.layer) - LAYERS.indexOf(b.source.layer),
  );
  return {
    filesystem: {
      protected: unique(
        every(ranked, {
          path: ["filesystem", "protected"],
          read: (policy) => policy.filesystem?.protected,
        }),
        ({ path }) => path,
      ),
    },
    environment: {
      allow: unique(every(sinceEmptied(ranked, ALLOW), ALLOW), String),
      set: resolveVariables(ranked),
    },
    network: resolveNetwork(ranked),
    container: resolveContainer(ranked),
  };
}

function resolveVariables(layers: readonly PolicyLayer[]): ReadonlyMap<string, Sourced<string>> {
  const variables = layers.flatMap(({ source, policy }) =>
    Object.entries(policy.environment?.set ?? {}).map(
      ([name, value]) =>
        [name, { value, source: sourceOf(source, ["environment", "set", name]) }] as const,
    ),
  );
  return new Map(variables.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}
