import { SandboxError, type WorkspaceIdentity } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { LABEL } from "../labels.ts";
import { repoImageName } from "../names.ts";
import { baseImageName } from "./base-image-name.ts";
import { buildImage } from "./build-image.ts";
import type { BuildStep } from "./build-output.ts";
import { findImage } from "./find-image.ts";

export interface RepoImageRequest {
  /** The directory of the repository's Dockerfile, which is the build context. */
  readonly directory: string;
  /** Files at the top of it that are none of the build's. */
  readonly leftOut: readonly string[];
  readonly baseTag: string;
  readonly workspace: WorkspaceIdentity;
  readonly onStep: (step: BuildStep) => void;
}

/**
 * Builds a repository's image on a base image and resolves to its id. Fails with IMAGE_MISSING when
 * that base image is not on this machine, and as `buildImage` does.
 */
export async function buildRepoImage(
  docker: Docker,
  { directory, leftOut, baseTag, workspace, onStep }: RepoImageRequest,
  signal: AbortSignal,
): Promise<string> {
  const base = baseImageName(baseTag);
  const image = repoImageName(workspace);
  // The builder itself would look for it in a registry.
  if ((await findImage(docker, base)) === undefined) {
    throw new SandboxError(
      "IMAGE_MISSING",
      `Cannot build "${image}": there is no image "${base}"`,
      {
        hint: `Build it with "agent-sandbox build-base${baseTag === "latest" ? "" : ` --tag ${baseTag}`}"`,
      },
    );
  }
  const buildArgs = { BASE_IMAGE_TAG: baseTag };
  const labels = { [LABEL.imageHash]: workspace.hash, [LABEL.imageOf]: workspace.path };
  return await buildImage(
    docker,
    { context: directory, leftOut, tag: image, buildArgs, labels, onStep },
    signal,
  );
}
