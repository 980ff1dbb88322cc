import { realpathSync } from "node:fs";

import { loadLayers } from "@agent-sandbox/host";
import {
  type LinkedPath,
  type PolicyLayer,
  resolvePolicy,
  type ResolvedPolicy,
} from "@agent-sandbox/policy";

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
  return resolvePolicy(layers, {
    engine: "docker",
    workspace,
    home,
    temp: "/tmp",
    links: linksTo(home),
  });
}

/** A home whose path goes through links is meant by its real path as well. */
function linksTo(home: string): readonly LinkedPath[] {
  try {
    const real = realpathSync.native(home);
    return real === home ? [] : [{ path: home, real }];
  } catch {
    // There is no such directory, and so nothing in it.
    return [];
  }
}
