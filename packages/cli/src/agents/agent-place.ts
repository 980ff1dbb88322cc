import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

import {
  type AgentName,
  checkOwner,
  SandboxError,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import { agentVolume, type VolumeOwner, type VolumeRequest } from "@agent-sandbox/engine-docker";
import { baseImageName } from "@agent-sandbox/engine-docker/image";
import { readWorkspace } from "@agent-sandbox/host";

import { loadPolicy } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";

export type AgentPlace = VolumeRequest & VolumeOwner;

/**
 * Which volume has an agent's configuration, and whose it is. At the top of a repository it is the
 * one that the repository's sandboxes have; anywhere else the one that repositories of the current
 * user share. Fails with WORKSPACE_INVALID where that would be root's, and with USAGE where each
 * workspace has its own and none is named.
 */
export async function agentPlace(
  { agent, path }: { readonly agent: AgentName; readonly path: string },
  surroundings: Surroundings,
): Promise<AgentPlace> {
  const workspace = readWorkspace(path);
  const { agents, container } = await loadPolicy(workspace, surroundings);
  const isolation = agents.isolation.value;
  const isRepository = existsSync(join(workspace.path, ".git"));
  if (isolation === "per-workspace" && !isRepository) throw notNamed(workspace);
  const user = isRepository ? ownerOf(workspace) : currentUser(workspace);
  return {
    volume: agentVolume(agent, { workspace, user, agents: { isolation } }),
    workspace,
    user,
    agents: { isolation },
    // Never an image that a repository names: what works on everybody's credentials is ours.
    image: baseImageName(container.baseTag.value),
  };
}

function ownerOf(workspace: WorkspaceIdentity): VolumeRequest["user"] {
  const { uid, gid } = statSync(workspace.path);
  const owner = { uid, gid };
  checkOwner({ workspace, owner });
  return owner;
}

function currentUser({ path }: WorkspaceIdentity): VolumeRequest["user"] {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  throw new SandboxError(
    "WORKSPACE_INVALID",
    `Cannot tell whose configuration is meant: "${path}" is not the top of a git repository, and you are root`,
    { hint: "Name a repository: its owner has the configuration" },
  );
}

function notNamed({ path }: WorkspaceIdentity): SandboxError {
  return new SandboxError(
    "USAGE",
    `Cannot tell which workspace is meant: "${path}" is not the top of a git repository`,
    { hint: 'Name one: with "agents.isolation": "per-workspace" each has its own configuration' },
  );
}
