import { realpathSync } from "node:fs";
import { join } from "node:path";

import {
  type FileLayer,
  type LayerMemo,
  loadLayers,
  loadUserLayer,
  resolveStateDir,
} from "@agent-sandbox/host";
import {
  type LinkedPath,
  type PolicyLayer,
  resolvePolicy,
  type ResolvedPolicy,
} from "@agent-sandbox/policy";

import type { Surroundings } from "./surroundings.ts";

/** Set by the bundle: names the parser in it. Sources may change from one run to the next. */
declare const PARSER: string | undefined;

/** A workspace by its real path, and what is read in place of the project's configuration. */
export interface PolicyOf {
  readonly path: string;
  readonly configFile?: string | undefined;
  /** What is in the place of the project's layer, which is then not read. */
  readonly given?: PolicyLayer | undefined;
}

/** A policy with the files that it was made of. */
export interface LayeredPolicy {
  readonly layers: readonly FileLayer[];
  readonly policy: ResolvedPolicy;
}

/** What holds in a workspace's sandboxes. Fails as `loadLayers` and `resolvePolicy` do. */
export async function loadPolicy(
  of: PolicyOf,
  surroundings: Surroundings,
): Promise<ResolvedPolicy> {
  return (await loadLayeredPolicy(of, surroundings)).policy;
}

/** The same with its layers. */
export async function loadLayeredPolicy(
  of: PolicyOf,
  surroundings: Surroundings,
): Promise<LayeredPolicy> {
  const layers = await loadFileLayers(of, surroundings);
  return { layers, policy: dockerPolicy(layers, of.path, surroundings) };
}

/** The user's and the project's files, as far as they count. Fails as `loadLayers` does. */
export async function loadFileLayers(
  { path, configFile, given }: PolicyOf,
  surroundings: Surroundings,
): Promise<readonly FileLayer[]> {
  const memo = memoOf(surroundings);
  if (given !== undefined) {
    const layer = await loadUserLayer({ ...surroundings, memo });
    return layer ? [layer] : [];
  }
  return await loadLayers({ workspace: path, configFile, ...surroundings, memo });
}

/** What the user's own configuration says alone, of no workspace. Fails as `loadUserLayer` does. */
export async function loadUserPolicy(
  state: Pick<Surroundings, "env" | "home">,
): Promise<ResolvedPolicy> {
  const { env, home } = state;
  const layer = await loadUserLayer({ env, home, memo: memoOf(state) });
  return dockerPolicy(layer ? [layer] : [], home, { home });
}

function memoOf({ env, home }: Pick<Surroundings, "env" | "home">): LayerMemo | undefined {
  if (typeof PARSER === "undefined") return undefined;
  return { directory: join(resolveStateDir(env, home), "layers"), parser: PARSER };
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
export function linksTo(home: string): readonly LinkedPath[] {
  try {
    const real = realpathSync.native(home);
    return real === home ? [] : [{ path: home, real }];
  } catch {
    // There is no such directory, and so nothing in it.
    return [];
  }
}
