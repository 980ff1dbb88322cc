import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";

/** Which containers (Docker Engine API, "List containers"). */
export interface ContainerQuery {
  /** Also those that do not run. */
  readonly all?: boolean;
  readonly filters: Record<string, string[]>;
}

/** What the daemon lists, which it does at once or not at all: a silent one is ENGINE_UNAVAILABLE. */
export async function listContainers(
  docker: Docker,
  query: ContainerQuery,
  signal?: AbortSignal,
): Promise<readonly Docker.ContainerInfo[]> {
  return await answerTo((abortSignal) => docker.listContainers({ ...query, abortSignal }), signal);
}
