import type { SandboxPlan } from "@agent-sandbox/core";

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
export function volumesOf(plan: Pick<SandboxPlan, "workspace" | "user">): readonly VolumeMount[] {
  const owner = plan.user.uid === 1000 ? "" : `-uid-${plan.user.uid.toString()}`;
  return [
    { volume: `agent-sandbox-claude-code-config${owner}`, target: "/home/node/.claude" },
    { volume: `agent-sandbox-codex-config${owner}`, target: "/home/node/.codex" },
    { volume: `agent-sandbox-${plan.workspace.hash}-history`, target: "/commandhistory" },
  ];
}
