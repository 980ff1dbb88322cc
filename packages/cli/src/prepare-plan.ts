import { dirname, join } from "node:path";

import {
  type AgentPlan,
  type BranchIdentity,
  type HostFacts,
  planSandbox,
  relativeInside,
  type SandboxPlan,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import { readDockerSocket, repoImageName } from "@agent-sandbox/engine-docker";
import { GITHUB_META_URL, readFacts, readWorkspace, resolveStateDir } from "@agent-sandbox/host";
import type { PolicyLayer, ResolvedPolicy } from "@agent-sandbox/policy";
import { branchIdentity } from "@agent-sandbox/workspace";

import { assetsDirectory } from "./assets.ts";
import { dockerPolicy, type LayeredPolicy, loadFileLayers } from "./load-policy.ts";
import { sandboxPolicy, withPolicyFile } from "./sandbox-policy.ts";
import type { Surroundings } from "./surroundings.ts";
import { withProtected, withProtectedConfig } from "./with-protected.ts";
import { checkTrust } from "./trust/check-trust.ts";

/** Which workspace, by which configuration. */
export interface WorkspaceRequest {
  readonly path: string;
  /** In place of the project's configuration. */
  readonly configFile?: string | undefined;
  /** What is in its place, from a program and in no file. */
  readonly given?: PolicyLayer | undefined;
  /** The branch to work on, in a worktree of its own; bind mode without it. */
  readonly branch?: string | undefined;
  /** Whether all that the workspace's files ask for is accepted, for this once. */
  readonly trust?: boolean | undefined;
  /** The agent whose own sandbox it is; the one that people enter without it. */
  readonly named?: NamedAgent | undefined;
}

/** An agent with permissions of its own. */
export interface NamedAgent extends AgentPlan {
  /** What its file says of them. */
  readonly layers: readonly PolicyLayer[];
  readonly file: string;
}

export interface Prepared {
  readonly plan: SandboxPlan;
  readonly policy: ResolvedPolicy;
  readonly facts: HostFacts;
  /** The policy in the terms of the sandbox; resolved when it is asked for. */
  readonly sandboxPolicy: () => ResolvedPolicy;
}

/**
 * Layers, policy, facts, plan: everything that is read and decided before anything opens. Fails with
 * POLICY_UNTRUSTED where nobody has accepted what the workspace's own file opens.
 */
export async function preparePlan(
  request: WorkspaceRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Prepared> {
  const prepared = await previewPlan(request, surroundings, signal);
  const { plan, layers } = prepared;
  // Last: nobody is asked about what cannot be opened anyway.
  await checkTrust({ ...request, path: plan.workspace.path, layers }, surroundings, signal);
  return prepared;
}

/** The same for what opens nothing. */
export async function previewPlan(
  { path, configFile, given, branch: name, named }: WorkspaceRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Prepared & LayeredPolicy> {
  const workspace = readWorkspace(path);
  const layers = await loadFileLayers({ path: workspace.path, configFile, given }, surroundings);
  // An agent's own file only narrows: nobody is asked about it.
  const all = [...layers, ...(given ? [given] : []), ...(named?.layers ?? [])];
  const protect = (policy: ResolvedPolicy) =>
    withProtectedAgents(withProtectedConfig(policy, workspace.path, configFile), workspace, named);
  const policy = protect(dockerPolicy(all, workspace.path, surroundings));
  const branch = name === undefined ? undefined : branchIdentity(name);
  const agent = named && { name: named.name, readOnly: named.readOnly };
  const { plan: files, facts } = await planFor(
    { workspace, policy, branch, agent },
    surroundings,
    signal,
  );
  const { env, home } = surroundings;
  const plan = withPolicyFile(files, policy, resolveStateDir(env, home));
  return {
    ...{ policy, plan, layers, facts },
    sandboxPolicy: () => protect(sandboxPolicy(all, plan)),
  };
}

/** The agent must not choose what it may do the next time, nor what others may. */
function withProtectedAgents(
  policy: ResolvedPolicy,
  workspace: WorkspaceIdentity,
  named: NamedAgent | undefined,
): ResolvedPolicy {
  const path = named && relativeInside(workspace.path, dirname(named.file));
  if (path === undefined) return policy;
  return withProtected(policy, { path, kind: "directory" }, "agent run");
}

interface PlanSource {
  readonly workspace: WorkspaceIdentity;
  readonly policy: ResolvedPolicy;
  readonly branch?: BranchIdentity | undefined;
  readonly agent?: AgentPlan | undefined;
}

/** The plan of a workspace by a policy that is known already, and the facts that it was made from. */
export async function planFor(
  { workspace, policy, branch, agent }: PlanSource,
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
    dockerSocket: () => readDockerSocket(env),
    now: Date.now,
    signal,
  });
  const repoImage = repoImageName(workspace);
  return { plan: planSandbox({ policy, facts, repoImage, caller: env, branch, agent }), facts };
}
