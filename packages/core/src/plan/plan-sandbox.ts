import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { HostFacts } from "../facts.ts";
import type { SandboxPlan } from "../plan.ts";
import { checkWorkspace } from "./check-workspace.ts";
import { planNetwork } from "./plan-network.ts";
import { planProtection } from "./plan-protection.ts";

export interface PlanRequest {
  readonly policy: ResolvedPolicy;
  readonly facts: HostFacts;
  /** The image that the workspace's own Dockerfile gives; `container.image` goes before it. */
  readonly repoImage: string;
}

/**
 * Pure: what an engine must do, from what is wished and what is there. Fails with WORKSPACE_INVALID
 * where the workspace cannot be protected, and with POLICY_UNSUPPORTED where a rule cannot be kept:
 * a rule is never weakened in silence.
 */
export function planSandbox({ policy, facts, repoImage }: PlanRequest): SandboxPlan {
  checkWorkspace(facts);
  const { container } = policy;
  const workdir = `/workspace/${facts.workspace.name}`;
  const protection = planProtection(policy.filesystem.protected, facts, workdir);
  return {
    workspace: facts.workspace,
    user: facts.owner,
    mounts: [{ source: facts.workspace.path, target: workdir, mode: "rw" }, ...protection.mounts],
    placeholders: protection.placeholders,
    environment: Object.fromEntries(
      [...policy.environment.set].map(([name, { value }]) => [name, value]),
    ),
    network: planNetwork(policy, facts),
    limits: {
      memoryBytes: container.memoryBytes?.value,
      cpus: container.cpus?.value,
      pids: container.pids.value,
    },
    workdir,
    onLostMount: container.onLostMount.value,
    container: {
      image: container.image?.value ?? repoImage,
      network: container.network?.value,
    },
  };
}
