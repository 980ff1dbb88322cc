import { type AgentName, CREDENTIAL_FILES } from "@agent-sandbox/core";
import {
  connectDocker,
  probeDocker,
  volumeExists,
  volumeFiles,
} from "@agent-sandbox/engine-docker";

import type { Surroundings } from "../surroundings.ts";
import { agentPlace } from "./agent-place.ts";

export interface LogoutReport {
  readonly volume: string;
  /** The files that were there. */
  readonly removed: readonly string[];
}

/** Removes an agent's credentials from its volume. What the agent's service knows of them lives on. */
export async function logOutAgent(
  request: { readonly agent: AgentName; readonly path: string },
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<LogoutReport> {
  const place = await agentPlace(request, surroundings);
  const { volume } = place;
  const docker = connectDocker(surroundings.env);
  await probeDocker(docker, signal);
  if (!(await volumeExists(docker, volume))) return { volume, removed: [] };
  const names = CREDENTIAL_FILES[request.agent];
  const removed = await volumeFiles(place, docker, signal).change(
    names.map((name) => ({ do: "remove", name })),
  );
  return { volume, removed: [...removed] };
}
