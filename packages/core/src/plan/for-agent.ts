import type { AgentPlan, Mount, SandboxPlan } from "../plan.ts";
import { DOCKER_SOCKET } from "./docker-socket.ts";

/**
 * Pure: the plan of a sandbox as a named agent gets it. Where the agent may write nothing, no mount can be
 * written: the checkout, the repository and the worktrees of the shelf, and whatever else is mounted; and the
 * Docker daemon, which would write for it, is not there. Ports are published for people, and the workspace's
 * own sandbox has them.
 */
export function forAgent(plan: SandboxPlan, agent: AgentPlan | undefined): SandboxPlan {
  if (agent === undefined) return plan;
  const { network } = plan;
  const files = agent.readOnly ? { mounts: withoutWriting(plan.mounts), groups: [] } : {};
  return { ...plan, agent, ...files, network: { ...network, published: [] } };
}

function withoutWriting(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.filter(({ target }) => target !== DOCKER_SOCKET).map(readOnly);
}

function readOnly(mount: Mount): Mount {
  return mount.mode === "rw" ? { ...mount, mode: "ro" } : mount;
}
