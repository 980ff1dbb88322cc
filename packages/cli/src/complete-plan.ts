import { POLICY_FILE, policyFile } from "@agent-sandbox/agent-hook";
import { forAgent, globLevels, type SandboxPlan, withMatches } from "@agent-sandbox/core";
import { findMatches, writePolicy } from "@agent-sandbox/host";

import { hideWorkspaceFiles } from "./hide-workspace-files.ts";
import type { Prepared } from "./prepare-plan.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * The plan as a container is started from it: with what the policy hides and what its patterns match
 * at that moment, and with the file that it mounts of ours in its place.
 */
export async function completePlan(
  prepared: Prepared,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<SandboxPlan> {
  const { mounts, agent } = prepared.plan;
  const own = mounts.find(({ target }) => target === POLICY_FILE);
  if (own) writePolicy(own.source, policyFile(prepared.sandboxPolicy(), agent?.name), new Date());
  const { policy, facts } = prepared;
  const plan = withFoundMatches(prepared);
  const whole = await hideWorkspaceFiles({ plan, policy, facts }, surroundings, signal);
  return forAgent(whole, agent);
}

function withFoundMatches({ plan, policy, facts }: Prepared): SandboxPlan {
  const globs = plan.branch === undefined ? globLevels(policy.filesystem) : [];
  if (globs.length === 0) return plan;
  const found = findMatches(
    plan.workspace.path,
    globs.map(({ path }) => path),
  );
  return withMatches(plan, { policy, facts }, found);
}
