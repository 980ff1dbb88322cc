import { POLICY_FILE, policyFile } from "@agent-sandbox/agent-hook";
import { forAgent, type SandboxPlan } from "@agent-sandbox/core";
import { writePolicy } from "@agent-sandbox/host";

import { hideWorkspaceFiles } from "./hide-workspace-files.ts";
import type { Prepared } from "./prepare-plan.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * The plan as a container is started from it: with what the policy hides at that moment, and with the
 * file that it mounts of ours in its place.
 */
export async function completePlan(
  prepared: Prepared,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<SandboxPlan> {
  const { mounts, agent } = prepared.plan;
  const own = mounts.find(({ target }) => target === POLICY_FILE);
  if (own) writePolicy(own.source, policyFile(prepared.sandboxPolicy(), agent?.name), new Date());
  return forAgent(await hideWorkspaceFiles(prepared, surroundings, signal), agent);
}
