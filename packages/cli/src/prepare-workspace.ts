import type { SandboxPlan } from "@agent-sandbox/core";
import type { OpenPorts } from "@agent-sandbox/engine-docker";

import { ensureImage } from "./ensure-image.ts";
import { preparePlan, type WorkspaceRequest } from "./prepare-plan.ts";
import { enginePorts, type Surroundings } from "./surroundings.ts";

export interface OpenRequest extends WorkspaceRequest {
  /** The base image's tag for an image that is built; the configuration's own without it. */
  readonly baseTag?: string | undefined;
  /** Whether to build the workspace's image first. */
  readonly build?: boolean;
}

export interface PreparedWorkspace {
  readonly plan: SandboxPlan;
  readonly ports: OpenPorts;
}

/** Everything up to opening: the plan is made and its image is there. */
export async function prepareWorkspace(
  request: OpenRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<PreparedWorkspace> {
  const { plan, policy } = await preparePlan(request, surroundings, signal);
  const ports = enginePorts(surroundings);
  const baseTag = request.baseTag ?? policy.container.baseTag.value;
  await ensureImage({ plan, baseTag, build: request.build ?? false }, ports, signal);
  return { plan, ports };
}
