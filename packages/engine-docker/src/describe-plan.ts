import type { SandboxPlan } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { toContainerSpec } from "./container-spec.ts";
import { toDockerRun } from "./docker-run.ts";
import { findPlaces } from "./place-mounts.ts";

/**
 * The container of a plan as a `docker run` command line, in argv form. The daemon is asked only
 * where a plan mounts parts of volumes, which it alone can place. `planned` is the plan without what
 * was found for it.
 */
export async function describePlan(
  plan: SandboxPlan,
  docker: Docker,
  planned = plan,
): Promise<readonly string[]> {
  return toDockerRun(await findPlaces(docker, toContainerSpec(plan, planned)));
}
