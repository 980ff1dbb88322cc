import { realpathSync } from "node:fs";
import { join } from "node:path";

import {
  type BranchIdentity,
  type HostFacts,
  planSandbox,
  relativeInside,
  type SandboxPlan,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import { repoImageName } from "@agent-sandbox/engine-docker";
import {
  GITHUB_META_URL,
  loadLayers,
  readFacts,
  readWorkspace,
  resolveStateDir,
} from "@agent-sandbox/host";
import type { ResolvedPolicy } from "@agent-sandbox/policy";
import { branchIdentity } from "@agent-sandbox/workspace";

import { assetsDirectory } from "./assets.ts";
import { dockerPolicy } from "./load-policy.ts";
import { sandboxPolicy, withPolicyFile } from "./sandbox-policy.ts";
import type { Surroundings } from "./surroundings.ts";

/** Which workspace, by which configuration. */
export interface WorkspaceRequest {
  readonly path: string;
  /** In place of the project's configuration. */
  readonly configFile?: string | undefined;
  /** The branch to work on, in a worktree of its own; bind mode without it. */
  readonly branch?: string | undefined;
}

export interface Prepared {
  readonly plan: SandboxPlan;
  readonly policy: ResolvedPolicy;
  readonly facts: HostFacts;
  /** The policy in the terms of the sandbox; resolved when it is asked for. */
  readonly sandboxPolicy: () => ResolvedPolicy;
}

/** Layers, policy, facts, plan: everything that is read and decided before anything opens. */
export async function preparePlan(
  { path, configFile, branch: name }: WorkspaceRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Prepared> {
  const workspace = readWorkspace(path);
  const layers = await loadLayers({ workspace: workspace.path, configFile, ...surroundings });
  const protect = (policy: ResolvedPolicy) => withProtectedConfig(policy, workspace, configFile);
  const policy = protect(dockerPolicy(layers, workspace.path, surroundings));
  const branch = name === undefined ? undefined : branchIdentity(name);
  const { plan: files, facts } = await planFor({ workspace, policy, branch }, surroundings, signal);
  const { env, home } = surroundings;
  const plan = withPolicyFile(files, policy, resolveStateDir(env, home));
  return { policy, plan, facts, sandboxPolicy: () => protect(sandboxPolicy(layers, plan)) };
}

/** Whoever wrote the configuration chooses the next sandbox's hosts and image: not the agent. */
function withProtectedConfig(
  policy: ResolvedPolicy,
  workspace: WorkspaceIdentity,
  configFile: string | undefined,
): ResolvedPolicy {
  if (configFile === undefined) return policy;
  const path = relativeInside(workspace.path, realpathSync(configFile));
  if (path === undefined) return policy;
  const source = { layer: "flags", file: undefined, key: "--config", line: undefined } as const;
  const own = { value: { path, kind: "file" }, source } as const;
  const { filesystem } = policy;
  return { ...policy, filesystem: { ...filesystem, protected: [...filesystem.protected, own] } };
}

interface PlanSource {
  readonly workspace: WorkspaceIdentity;
  readonly policy: ResolvedPolicy;
  readonly branch?: BranchIdentity | undefined;
}

/** The plan of a workspace by a policy that is known already, and the facts that it was made from. */
export async function planFor(
  { workspace, policy, branch }: PlanSource,
  { env, home }: Surroundings,
  signal: AbortSignal,
): Promise<Pick<Prepared, "plan" | "facts">> {
  const facts = await readFacts(workspace, policy, {
    env,
    home,
    stateDir: resolveStateDir(env, home),
    fallbackFile: join(assetsDirectory(), "base-image", "github-ranges"),
    metaUrl: GITHUB_META_URL,
    fetch: globalThis.fetch,
    now: Date.now,
    signal,
  });
  return {
    plan: planSandbox({ policy, facts, repoImage: repoImageName(workspace), caller: env, branch }),
    facts,
  };
}
