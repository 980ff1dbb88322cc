import { loadLayers } from "@agent-sandbox/host";
import { type PolicyLayer, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { Surroundings } from "./surroundings.ts";

/** A workspace by its real path, and what is read in place of the project's configuration. */
export interface PolicyOf {
  readonly path: string;
  readonly configFile?: string | undefined;
}

/** What holds in a workspace's sandboxes. Fails as `loadLayers` and `resolvePolicy` do. */
export async function loadPolicy(
  { path, configFile }: PolicyOf,
  surroundings: Surroundings,
): Promise<ResolvedPolicy> {
  const layers = await loadLayers({ workspace: path, configFile, ...surroundings });
  return dockerPolicy(layers, path, surroundings);
}

/** The policy of these layers alone. */
export function dockerPolicy(
  layers: readonly PolicyLayer[],
  workspace: string,
  { home }: Pick<Surroundings, "home">,
): ResolvedPolicy {
  return resolvePolicy(layers, { engine: "docker", workspace, home, temp: "/tmp" });
}
