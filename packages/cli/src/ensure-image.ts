import { existsSync } from "node:fs";
import { join } from "node:path";

import { SandboxError, type SandboxPlan } from "@agent-sandbox/core";
import { repoImageName } from "@agent-sandbox/engine-docker";
import { findImage } from "@agent-sandbox/engine-docker/image";

import type { Context } from "./engine-ports.ts";

export interface EnsureRequest {
  readonly plan: SandboxPlan;
  readonly baseTag: string;
  /** Whether to build even if the image is there. */
  readonly build: boolean;
  /** Whether its Dockerfile is accepted, for this once. */
  readonly trust: boolean | undefined;
}

/**
 * Makes sure that the plan's image is there: builds it when asked to, or when it is the workspace's
 * own and was never built here, as after a fresh clone. Fails with NOT_INITIALISED where there is
 * nothing to build from.
 */
export async function ensureImage(
  { plan, baseTag, build, trust }: EnsureRequest,
  context: Context,
): Promise<void> {
  const { ports } = context;
  const { image } = plan.container;
  const isOwn = image === repoImageName(plan.workspace);
  if (!(build && isOwn) && (await findImage(ports.docker, image)) !== undefined) return;
  if (!isOwn) {
    throw new SandboxError(
      "IMAGE_MISSING",
      `Cannot open the sandbox: there is no image "${image}"`,
      {
        hint: 'Pull or build it, or take "container.image" out of the configuration',
      },
    );
  }
  if (!existsSync(join(plan.workspace.path, ".agent-sandbox"))) {
    throw new SandboxError(
      "NOT_INITIALISED",
      `Cannot open the sandbox: "${plan.workspace.path}" has no ".agent-sandbox"`,
      { hint: 'Make it with "agent-sandbox init"' },
    );
  }
  // Loaded when it is needed: most starts find the image.
  const { buildWorkspaceImage } = await import("./build-workspace-image.ts");
  await buildWorkspaceImage({ workspace: plan.workspace, baseTag, trust }, context);
}
