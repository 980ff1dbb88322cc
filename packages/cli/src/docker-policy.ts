import { type PolicyLayer, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { Surroundings } from "./surroundings.ts";

/** The policy of a workspace for the docker engine. */
export function dockerPolicy(
  layers: readonly PolicyLayer[],
  { path }: { readonly path: string },
  { home }: Pick<Surroundings, "home">,
): ResolvedPolicy {
  return resolvePolicy(layers, { engine: "docker", workspace: path, home, temp: "/tmp" });
}
