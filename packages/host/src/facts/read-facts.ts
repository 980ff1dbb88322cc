import { statSync } from "node:fs";
import { join } from "node:path";
import {
  type DockerSocketFact,
  type HostFacts,
  namedExclusions,
  namedLevels,
  namedOutside,
  scriptsInside,
  scriptsOf,
  type PathFact,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import type { ResolvedPolicy } from "@agent-sandbox/policy";
import { githubRanges, type GithubPorts } from "../github/github-ranges.ts";
import { npmRegistryHosts, type NpmPorts } from "../npm/npm-registry-hosts.ts";
import { heldPaths } from "../placeholders/held-paths.ts";
import { resolveConfigDir } from "../state/directories.ts";
import { readOutside, realAsFar, realOrSame } from "./outside-facts.ts";
import { readPathFact, readPathFacts } from "./path-facts.ts";
import { readScript } from "./script-facts.ts";
import { readHooks } from "./read-hooks.ts";

export interface FactPorts extends NpmPorts, GithubPorts {
  /** Looks at the daemon's socket; called where the policy has it inside. */
  readonly dockerSocket: () => DockerSocketFact;
}

/**
 * All that a plan needs to know of this machine, and nothing that `policy` does not ask for. Fails
 * with WORKSPACE_INVALID where the workspace cannot be used, and rejects with the signal's reason
 * when aborted.
 */
export async function readFacts(
  workspace: WorkspaceIdentity,
  policy: ResolvedPolicy,
  ports: FactPorts,
): Promise<HostFacts> {
  const { hooksPath, hooks } = await readHooks(workspace.path, ports);
  const { filesystem } = policy;
  const named = [...filesystem.protected, ...namedExclusions(filesystem)];
  const found = readPathFacts(workspace.path, [
    ...named.map(({ value }) => value.path),
    ...namedLevels(filesystem).filter((path) => path !== ""),
    ...scriptsInside(policy),
    ...(hooksPath === undefined ? [] : [hooksPath]),
  ]);
  const held = heldPaths(ports.stateDir, workspace.hash);
  const owner = statSync(workspace.path);
  const { npmRegistries, githubRanges: github } = policy.network;
  const [npmHosts, ranges] = await Promise.all([
    npmRegistries.value ? npmRegistryHosts(ports) : [],
    github.value ? githubRanges(ports) : [],
  ]);
  const isHeld = (path: string, fact: PathFact) => held.has(path) && fact !== "link";
  const own = [resolveConfigDir(ports.env, ports.home), ports.stateDir].map(realOrSame);
  const records = policy.audit.path && realAsFar(policy.audit.path.value);
  return {
    workspace,
    owner: { uid: owner.uid, gid: owner.gid },
    git: readPathFact(join(workspace.path, ".git")),
    hooksPath,
    hooks,
    paths: new Map([...found].map(([path, fact]) => [path, isHeld(path, fact) ? "absent" : fact])),
    matches: [],
    outside: new Map(namedOutside(filesystem).map((path) => [path, readOutside(path)])),
    scripts: new Map(scriptsOf(policy).map((path) => [path, readScript(path)])),
    ownFolders: records === undefined ? own : [...own, records],
    ...(policy.docker.value && { dockerSocket: ports.dockerSocket() }),
    records,
    npmRegistryHosts: npmHosts,
    githubRanges: ranges,
  };
}
