import {
  type AgentName,
  AGENTS,
  GATE_FOLDER,
  SHELF,
  type SandboxPlan,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { isAbsent } from "./answers.ts";
import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";

/** What the names of a workspace's volumes come from. */
export type VolumeOwner = Pick<SandboxPlan, "workspace" | "user" | "agents">;

/** A named volume and where it is mounted. */
export interface VolumeMount {
  readonly volume: string;
  readonly target: string;
}

/** The volume with the repository and the worktrees of all branches. */
export function shelfVolume({ hash }: Pick<WorkspaceIdentity, "hash">): string {
  return `agent-sbx-repo-${hash}`;
}

/** The volume with a folder for each branch, in which its socket is. */
export function gateVolume({ hash }: Pick<WorkspaceIdentity, "hash">): string {
  return `agent-sbx-gate-${hash}`;
}

/**
 * The volumes that outlive containers (seed 002, "Persistent Storage"). The two config volumes are
 * shared by all workspaces with one owner, unless `agents.isolation` keeps them apart; another owner
 * than uid 1000 has volumes of their own, since what is in them (credentials) must be readable by the
 * sandbox's user and no one else.
 */
export function homeVolumesOf(
  plan: VolumeOwner,
): readonly [claude: VolumeMount, codex: VolumeMount, history: VolumeMount] {
  return [
    { volume: agentVolume("claude", plan), target: "/home/node/.claude" },
    { volume: agentVolume("codex", plan), target: "/home/node/.codex" },
    { volume: `agent-sandbox-${plan.workspace.hash}-history`, target: "/commandhistory" },
  ];
}

const AGENT_VOLUME = { claude: "claude-code-config", codex: "codex-config" } as const;

/** The volume with an agent's settings and credentials, by whoever has it. */
export function agentVolume(agent: AgentName, { workspace, user, agents }: VolumeOwner): string {
  if (agents.isolation === "per-workspace")
    return `agent-sandbox-${workspace.hash}-${AGENT_VOLUME[agent]}`;
  const owner = user.uid === 1000 ? "" : `-uid-${user.uid.toString()}`;
  return `agent-sandbox-${AGENT_VOLUME[agent]}${owner}`;
}

/** Every volume of a workspace: those of the home directory first. */
export function volumesOf(plan: VolumeOwner): readonly [VolumeMount, ...VolumeMount[]] {
  return [
    ...homeVolumesOf(plan),
    { volume: shelfVolume(plan.workspace), target: SHELF.root },
    { volume: gateVolume(plan.workspace), target: GATE_FOLDER },
  ];
}

/**
 * Creates the volumes that are not there, but for those that say by being there that something was
 * done: the gate's is made with the first branch, and an agent's that is the workspace's own with
 * the credentials in it. An existing one is kept as it is.
 */
export async function createVolumes(docker: Docker, plan: VolumeOwner): Promise<void> {
  const isOwn = plan.agents.isolation === "per-workspace";
  const own = isOwn ? AGENTS.map((agent) => agentVolume(agent, plan)) : [];
  const later = new Set([gateVolume(plan.workspace), ...own]);
  const wanted = volumesOf(plan).filter(({ volume }) => !later.has(volume));
  await Promise.all(wanted.map(({ volume }) => createVolume(docker, volume, plan.workspace)));
}

/**
 * Creates one volume of a workspace unless it is there, and resolves with where the daemon keeps it:
 * a path of the daemon's machine.
 */
export async function createVolume(
  docker: Docker,
  volume: string,
  { hash, path }: Pick<WorkspaceIdentity, "hash" | "path">,
): Promise<string> {
  const Labels: Record<string, string> = volume.includes(hash)
    ? { [LABEL.hash]: hash, [LABEL.workspace]: path }
    : { [LABEL.shared]: "true" };
  try {
    const created = await answerTo((abortSignal) =>
      docker.createVolume({ Name: volume, Labels, abortSignal }),
    );
    return (await created.inspect()).Mountpoint;
  } catch (error) {
    throw dockerFailure("create the volumes", error);
  }
}

export async function volumeExists(docker: Docker, volume: string): Promise<boolean> {
  try {
    await answerTo((abortSignal) => docker.getVolume(volume).inspect({ abortSignal }));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw dockerFailure("look at the volumes", error);
  }
}
