import { GATE_FOLDER, SHELF, type SandboxPlan, type WorkspaceIdentity } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { isAbsent } from "./answers.ts";
import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";

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
 * shared by all workspaces with one owner; another owner than uid 1000 has volumes of their own,
 * since what is in them (credentials) must be readable by the sandbox's user and no one else.
 */
export function homeVolumesOf(
  plan: Pick<SandboxPlan, "workspace" | "user">,
): readonly [claude: VolumeMount, codex: VolumeMount, history: VolumeMount] {
  const owner = plan.user.uid === 1000 ? "" : `-uid-${plan.user.uid.toString()}`;
  return [
    { volume: `agent-sandbox-claude-code-config${owner}`, target: "/home/node/.claude" },
    { volume: `agent-sandbox-codex-config${owner}`, target: "/home/node/.codex" },
    { volume: `agent-sandbox-${plan.workspace.hash}-history`, target: "/commandhistory" },
  ];
}

/** Every volume of a workspace: those of the home directory first. */
export function volumesOf(
  plan: Pick<SandboxPlan, "workspace" | "user">,
): readonly [VolumeMount, ...VolumeMount[]] {
  return [
    ...homeVolumesOf(plan),
    { volume: shelfVolume(plan.workspace), target: SHELF.root },
    { volume: gateVolume(plan.workspace), target: GATE_FOLDER },
  ];
}

/**
 * Creates the volumes that are not there, but for the gate's: that one says that branches have been
 * worked on, and is made with the first of them. An existing one is kept as it is.
 */
export async function createVolumes(
  docker: Docker,
  plan: Pick<SandboxPlan, "workspace" | "user">,
): Promise<void> {
  const wanted = volumesOf(plan).filter(({ target }) => target !== GATE_FOLDER);
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
