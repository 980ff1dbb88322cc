import { loadLayers, readWorkspace } from "@agent-sandbox/host";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { dockerPolicy } from "../docker-policy.ts";
import type { Surroundings } from "../surroundings.ts";

export interface PolicyOf {
  readonly path: string;
  readonly configFile: string | undefined;
}

/** The policy of a workspace, resolved. Fails as `readWorkspace` and `loadLayers` do. */
export async function loadPolicy(
  { path, configFile }: PolicyOf,
  surroundings: Surroundings,
): Promise<ResolvedPolicy> {
  const workspace = readWorkspace(path);
  const layers = await loadLayers({ workspace: workspace.path, configFile, ...surroundings });
  return dockerPolicy(layers, workspace, surroundings);
}
