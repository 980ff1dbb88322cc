import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { WorkspaceIdentity } from "@agent-sandbox/core";
import { SandboxError } from "@agent-sandbox/core";
import { repoImageName } from "@agent-sandbox/engine-docker";
import { buildRepoImage, lintRepoDockerfile } from "@agent-sandbox/engine-docker/image";

import { CONFIG_NAMES } from "@agent-sandbox/host";

import type { Context } from "./engine-ports.ts";
import { showSteps } from "./show-steps.ts";
import { checkImageTrust } from "./trust/check-image-trust.ts";

export interface BuiltImage {
  readonly image: string;
  readonly id: string;
}

export interface WorkspaceImageRequest {
  readonly workspace: WorkspaceIdentity;
  readonly baseTag: string;
  /** Whether its Dockerfile is accepted, for this once. */
  readonly trust?: boolean | undefined;
}

/**
 * Builds the image of a workspace from its `.agent-sandbox` folder, after a warning for each thing
 * that its Dockerfile should not do. Fails with NOT_INITIALISED where there is no Dockerfile, and with
 * POLICY_UNTRUSTED where nobody has accepted what it does.
 */
export async function buildWorkspaceImage(
  { workspace, baseTag, trust }: WorkspaceImageRequest,
  { surroundings, ports: { docker, progress }, signal }: Context,
): Promise<BuiltImage> {
  const directory = join(workspace.path, ".agent-sandbox");
  const source = await readDockerfile(directory);
  for (const { line, message } of lintRepoDockerfile(source)) {
    progress(`Warning: .agent-sandbox/Dockerfile:${line.toString()}: ${message}`);
  }
  await checkImageTrust({ path: workspace.path, trust }, surroundings, signal);
  const image = repoImageName(workspace);
  using steps = showSteps(`Building ${image}`, progress);
  const where = { directory, leftOut: CONFIG_NAMES };
  const request = { ...where, baseTag, workspace, onStep: steps.onStep };
  const id = await buildRepoImage(docker, request, signal);
  return { image, id };
}

async function readDockerfile(directory: string): Promise<string> {
  const file = join(directory, "Dockerfile");
  const stats = await lstat(file).catch(() => undefined);
  if (stats !== undefined && !stats.isFile()) {
    throw new SandboxError("WORKSPACE_INVALID", `Cannot build the image: "${file}" is no file`, {
      hint: "Put a file in its place: Docker would look for what a link names in another place",
    });
  }
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new SandboxError("NOT_INITIALISED", `Cannot build the image: "${file}" cannot be read`, {
      hint: 'Make it with "agent-sandbox init"',
      cause,
    });
  }
}
