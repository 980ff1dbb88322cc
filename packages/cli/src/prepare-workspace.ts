import type { RepositoryFacts, SandboxPlan } from "@agent-sandbox/core";
import type { OpenPorts } from "@agent-sandbox/engine-docker";

import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { enginePorts } from "./engine-ports.ts";
import { preparePlan, type WorkspaceRequest } from "./prepare-plan.ts";
import type { Surroundings } from "./surroundings.ts";

export interface OpenRequest extends WorkspaceRequest {
  /** The base image's tag for an image that is built; the configuration's own without it. */
  readonly baseTag?: string | undefined;
  /** Whether to build the workspace's image first. */
  readonly build?: boolean;
  /** Where a new branch starts; the host's current branch without it. */
  readonly from?: string | undefined;
  /** Whether `origin` is fetched on the host before a branch is made ready; it is, without it. */
  readonly fetch?: boolean | undefined;
}

export interface PreparedWorkspace {
  readonly plan: SandboxPlan;
  readonly policy: ResolvedPolicy;
  readonly ports: OpenPorts;
}

/** Everything up to opening: the plan is made, and its image is built if that was asked for. */
export async function prepareWorkspace(
  request: OpenRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<PreparedWorkspace> {
  const prepared = await preparePlan(request, surroundings, signal);
  const { plan, policy } = prepared;
  const ports = enginePorts(surroundings);
  const context = { surroundings, ports, signal };
  const baseTag = request.baseTag ?? policy.container.baseTag.value;
  const ensure = async (build: boolean) => {
    // Loaded when it is needed: most starts find a sandbox that runs.
    const { ensureImage } = await import("./ensure-image.ts");
    await ensureImage({ plan, baseTag, build, trust: request.trust }, context);
  };
  if (request.build === true) await ensure(true);
  const work = { from: request.from, fetch: request.fetch ?? true };
  let repository: RepositoryFacts | undefined;
  return {
    plan,
    policy,
    ports: {
      ...ports,
      ensureImage: () => ensure(false),
      async provision() {
        const { provisionBranch } = await import("./prepare-branch.ts");
        repository = await provisionBranch({ plan, work }, context);
      },
      async completePlan() {
        const { completePlan } = await import("./complete-plan.ts");
        return await completePlan(prepared, surroundings, signal);
      },
      async openGate() {
        const { openGate } = await import("./prepare-branch.ts");
        await openGate({ plan, known: repository }, context);
      },
    },
  };
}
