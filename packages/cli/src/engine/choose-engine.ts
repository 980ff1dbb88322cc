import { connectDocker, probeDocker, repoImageName } from "@agent-sandbox/engine-docker";
import { findImage } from "@agent-sandbox/engine-docker/image";
import { readWorkspace } from "@agent-sandbox/host";

import { loadPolicy, type PolicyOf } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";

/** How long a daemon may take to answer before it is taken for one that does not, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Docker where its daemon answers and has the workspace's image, and otherwise bubblewrap: nothing is built
 * for whoever leaves the choice open. Says which, and why.
 */
export async function chooseEngine(
  of: PolicyOf,
  surroundings: Surroundings,
): Promise<"docker" | "bwrap"> {
  const missing = await missingForDocker(of, surroundings);
  const chosen = missing === undefined ? "docker" : "bwrap";
  surroundings.say(
    missing === undefined
      ? "Engine: docker, whose daemon has this workspace's image"
      : `Engine: bwrap, on this machine itself: ${missing}`,
  );
  return chosen;
}

async function missingForDocker(
  { path, ...of }: PolicyOf,
  surroundings: Surroundings,
): Promise<string | undefined> {
  const workspace = readWorkspace(path);
  const policy = await loadPolicy({ ...of, path: workspace.path }, surroundings);
  const image = policy.container.image?.value ?? repoImageName(workspace);
  try {
    const docker = connectDocker(surroundings.env, PATIENCE);
    await probeDocker(docker, AbortSignal.timeout(PATIENCE));
    const found = await findImage(docker, image);
    return found === undefined ? `there is no image "${image}"` : undefined;
  } catch {
    return "no Docker daemon answers";
  }
}
