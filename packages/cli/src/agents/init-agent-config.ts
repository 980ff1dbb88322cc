import { type AgentName, type FileOutcome, planAgentFiles } from "@agent-sandbox/core";
import {
  connectDocker,
  ensureAgentVolume,
  probeDocker,
  volumeFiles,
} from "@agent-sandbox/engine-docker";
import { readHostCredentials } from "@agent-sandbox/host/agents";

import type { Surroundings } from "../surroundings.ts";
import { agentPlace } from "./agent-place.ts";
import { LOOKED_AT, wantedFiles } from "./wanted-files.ts";

export interface AgentConfigRequest {
  readonly agent: AgentName;
  readonly path: string;
  /** Whether the host's credentials are copied. */
  readonly auth: boolean;
  /** Whether files that are there are written too. */
  readonly force: boolean;
}

export interface AgentConfigReport {
  readonly volume: string;
  readonly files: readonly FileOutcome[];
}

/**
 * Sets an agent's volume up (seed 002, "Codex configuration and auth"). What the host has is read and
 * checked before anything is written.
 */
export async function initAgentConfig(
  { agent, path, auth, force }: AgentConfigRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<AgentConfigReport> {
  const place = await agentPlace({ agent, path }, surroundings);
  const credentials = auth ? readHostCredentials(agent, surroundings) : undefined;
  const docker = connectDocker(surroundings.env);
  await probeDocker(docker, signal);
  const ports = { docker, progress: surroundings.say, image: place.image };
  await ensureAgentVolume({ agent, owner: place }, ports, signal);
  const files = volumeFiles(place, docker, signal);
  const found = await files.read(LOOKED_AT[agent]);
  const plan = planAgentFiles(await wantedFiles(agent, { found, credentials }), found, { force });
  if (plan.changes.length > 0) await files.change(plan.changes);
  return { volume: place.volume, files: plan.outcomes };
}
