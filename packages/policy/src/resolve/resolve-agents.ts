import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { defaulted, type Key, last } from "./gather.ts";
import type { ResolvedAgents } from "./resolved-policy.ts";

const ISOLATION: Key<"shared" | "per-workspace"> = {
  path: ["agents", "isolation"],
  read: (policy) => policy.agents?.isolation,
};

/** The stricter answer holds, whoever gives it: a repository must not get at what its user keeps apart. */
const STRICTER: typeof ISOLATION = {
  path: ISOLATION.path,
  read: (policy) => (policy.agents?.isolation === "per-workspace" ? "per-workspace" : undefined),
};

/** What all layers say of the agents, from the weakest to the strongest. */
export function resolveAgents(layers: readonly PolicyLayer[]): ResolvedAgents {
  const isolation = last(layers, STRICTER) ?? last(layers, ISOLATION);
  return { isolation: isolation ?? defaulted(DEFAULTS.agents.isolation, ISOLATION) };
}
