import {
  type AgentName,
  AGENTS,
  checkCredentials,
  CREDENTIAL_FILES,
  type Progress,
  SandboxError,
} from "@agent-sandbox/core";
import type Docker from "dockerode";

import { agentVolume, createVolume, volumeExists, type VolumeOwner } from "../volumes.ts";
import { volumeFiles } from "./volume-files.ts";

export interface AgentVolumePorts {
  readonly docker: Docker;
  readonly progress: Progress;
  /** An image with Node, `name:tag`. */
  readonly image: string;
}

/** Makes the volumes of all agents (see `ensureAgentVolume`). */
export async function ensureAgentVolumes(
  owner: VolumeOwner,
  ports: AgentVolumePorts,
  signal: AbortSignal,
): Promise<void> {
  for (const agent of AGENTS) await ensureAgentVolume({ agent, owner }, ports, signal);
}

/**
 * Makes an agent's volume where there is none. One that is the workspace's own begins with the
 * credentials of the shared one, and with nothing else of it; one that is there is kept as it is, so
 * that whoever logs out of it stays logged out.
 */
export async function ensureAgentVolume(
  { agent, owner }: { readonly agent: AgentName; readonly owner: VolumeOwner },
  ports: AgentVolumePorts,
  signal: AbortSignal,
): Promise<void> {
  const { docker, image } = ports;
  const volume = agentVolume(agent, owner);
  if (await volumeExists(docker, volume)) return;
  const { workspace, user, agents } = owner;
  // Read before there is a volume, since one that is there counts as done.
  const credentials =
    agents.isolation === "shared" ? [] : await sharedCredentials(agent, { owner, ports }, signal);
  await createVolume(docker, volume, workspace);
  const files = volumeFiles({ volume, workspace, user, image }, docker, signal);
  try {
    if (credentials.length > 0) await files.change(credentials);
  } catch (error) {
    // Whoever uses it already made it too.
    await docker
      .getVolume(volume)
      .remove()
      .catch(() => undefined);
    throw error;
  }
}

interface Source {
  readonly owner: VolumeOwner;
  readonly ports: AgentVolumePorts;
}

async function sharedCredentials(agent: AgentName, { owner, ports }: Source, signal: AbortSignal) {
  const { docker, image, progress } = ports;
  const volume = agentVolume(agent, { ...owner, agents: { isolation: "shared" } });
  if (!(await volumeExists(docker, volume))) return [];
  const request = { volume, workspace: owner.workspace, user: owner.user, image, readonly: true };
  const found = await volumeFiles(request, docker, signal).read(CREDENTIAL_FILES[agent]);
  return [...found].flatMap(([name, file]) => {
    if (file.kind !== "file") return [];
    const from = `${name} in the volume ${volume}`;
    try {
      const content = checkCredentials({ agent, name, text: file.content, from });
      return [{ do: "write" as const, name, content }];
    } catch (error) {
      // Any agent may have written it: it must not keep the others' sandboxes from starting.
      progress(error instanceof SandboxError ? error.message : String(error));
      return [];
    }
  });
}
