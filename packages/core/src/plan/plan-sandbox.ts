import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { HostFacts } from "../facts.ts";
import type { AgentPlan, SandboxPlan } from "../plan.ts";
import type { BranchIdentity } from "../shelf.ts";
import { planBind } from "./plan-bind.ts";
import { planBranch } from "./plan-branch.ts";
import { checkSupported } from "./check-supported.ts";
import { checkRecords } from "./check-records.ts";
import { dockerSocket } from "./docker-socket.ts";
import { planCommands } from "./plan-commands.ts";
import { forAgent } from "./for-agent.ts";
import { planNetwork } from "./plan-network.ts";
import { type CallerVariables, planVariables } from "./plan-variables.ts";
import { sorted } from "./sorted.ts";

export interface PlanRequest {
  readonly policy: ResolvedPolicy;
  readonly facts: HostFacts;
  /** The image that the workspace's own Dockerfile gives; `container.image` goes before it. */
  readonly repoImage: string;
  /** The environment of whoever enters; its values are kept nowhere. */
  readonly caller?: CallerVariables;
  /** The branch to work on in a worktree of its own; undefined is bind mode. */
  readonly branch?: BranchIdentity | undefined;
  /** The named agent that the sandbox is for. */
  readonly agent?: AgentPlan | undefined;
}

/**
 * Pure: what an engine must do, from what is wished and what is there. Fails with WORKSPACE_INVALID
 * where the workspace cannot be protected, and with POLICY_UNSUPPORTED where a rule cannot be kept:
 * a rule is never weakened in silence.
 */
export function planSandbox(request: PlanRequest): SandboxPlan {
  const { policy, facts, repoImage, caller, branch, agent } = request;
  checkSupported(policy, branch ? "branch" : "bind");
  const { container } = policy;
  const { mounts, ...files } = branch ? planBranch(policy, facts, branch) : planBind(policy, facts);
  checkRecords(policy, facts, mounts);
  const socket = dockerSocket(policy, facts);
  const plan: SandboxPlan = {
    workspace: facts.workspace,
    user: facts.owner,
    groups: socket.groups,
    ...files,
    mounts: sorted([...mounts, ...socket.mounts]),
    ...planVariables(policy, caller),
    commands: planCommands(policy),
    network: planNetwork(policy, facts),
    limits: {
      memoryBytes: container.memoryBytes?.value,
      cpus: container.cpus?.value,
      pids: container.pids.value,
    },
    record: policy.audit.level.value,
    onLostMount: container.onLostMount.value,
    agents: { isolation: policy.agents.isolation.value },
    container: {
      image: container.image?.value ?? repoImage,
      network: container.network?.value,
    },
  };
  return forAgent(plan, agent);
}
