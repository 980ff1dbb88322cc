import type { AgentPlan, Mount, SandboxPlan } from "../plan.ts";

/**
 * Pure: the plan of a sandbox as a named agent gets it. Where the agent may write nothing, no mount can be
 * written: the checkout, the repository and the worktrees of the shelf, and whatever else is mounted. Ports
 * are published for people, and the workspace's own sandbox has them.
 */
export function forAgent(plan: SandboxPlan, agent: AgentPlan | undefined): SandboxPlan {
  if (agent === undefined) return plan;
  const { mounts, network } = plan;
  return {
    ...plan,
    agent,
    mounts: agent.readOnly ? mounts.map(readOnly) : mounts,
    network: { ...network, published: [] },
  };
}

function readOnly(mount: Mount): Mount {
  return mount.mode === "rw" ? { ...mount, mode: "ro" } : mount;
}
