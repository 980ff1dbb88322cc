import type { SandboxPlan } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";

/** A named volume and where it is mounted. */
export interface VolumeMount {
  readonly volume: string;
  readonly target: string;
}

/**
 * The volumes that outlive containers (seed 002, "Persistent Storage"). The two config volumes are
 * shared by all workspaces with one owner; another owner than uid 1000 has volumes of their own,
 * since what is in them (credentials) must be readable by the sandbox's user and no one else.
 */
export function volumesOf(
  plan: Pick<SandboxPlan, "workspace" | "user">,
): readonly [claude: VolumeMount, codex: VolumeMount, history: VolumeMount] {
  const owner = plan.user.uid === 1000 ? "" : `-uid-${plan.user.uid.toString()}`;
  return [
    { volume: `agent-sandbox-claude-code-config${owner}`, target: "/home/node/.claude" },
    { volume: `agent-sandbox-codex-config${owner}`, target: "/home/node/.codex" },
    { volume: `agent-sandbox-${plan.workspace.hash}-history`, target: "/commandhistory" },
  ];
}

/** Creates the volumes that are not there; an existing one is kept as it is. */
export async function createVolumes(
  docker: Docker,
  plan: Pick<SandboxPlan, "workspace" | "user">,
): Promise<void> {
  try {
    for (const { volume } of volumesOf(plan)) {
      const own = volume.includes(plan.workspace.hash);
      const labels = own ? { [LABEL.hash]: plan.workspace.hash } : { [LABEL.shared]: "true" };
      await docker.createVolume({ Name: volume, Labels: labels });
    }
  } catch (error) {
    throw dockerFailure("create the volumes", error);
  }
}
