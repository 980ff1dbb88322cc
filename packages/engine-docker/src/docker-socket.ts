import { realpathSync, statSync } from "node:fs";

import type { DockerSocketFact } from "@agent-sandbox/core";

import { type DockerEnvironment, endpointOf } from "./connect.ts";

/**
 * The socket of the very daemon that `connectDocker` talks to. Fails with ENGINE_UNAVAILABLE where
 * `DOCKER_HOST` is malformed or names another machine.
 */
export function readDockerSocket(env: DockerEnvironment): DockerSocketFact {
  const endpoint = endpointOf(env);
  if (!("socketPath" in endpoint)) {
    const { host, port } = endpoint;
    return { kind: "none", state: `Docker listens at "${host}:${port}", which is no socket` };
  }
  const { socketPath } = endpoint;
  try {
    const path = realpathSync.native(socketPath);
    const stats = statSync(path);
    if (stats.isSocket()) return { kind: "socket", path, gid: stats.gid };
    return { kind: "none", state: `"${socketPath}" is not a socket` };
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    return { kind: "none", state: `"${socketPath}" cannot be used: ${state}` };
  }
}
