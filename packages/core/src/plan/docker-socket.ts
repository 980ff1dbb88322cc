import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { HostFacts } from "../facts.ts";
import type { ShownMount } from "../plan.ts";
import { cannotKeep } from "./cannot-keep.ts";

/** As mounts tell it: in the image /var/run is a link to /run. */
export const DOCKER_SOCKET = "/run/docker.sock";

interface SocketPlan {
  readonly mounts: readonly ShownMount[];
  readonly groups: readonly number[];
}

/**
 * Pure: the daemon's socket where the policy has it inside, with its group. Fails with
 * POLICY_UNSUPPORTED where there is none to mount.
 */
export function dockerSocket(
  { docker }: ResolvedPolicy,
  { dockerSocket: fact }: HostFacts,
): SocketPlan {
  if (!docker.value) return { mounts: [], groups: [] };
  if (fact?.kind !== "socket") {
    throw cannotKeep(
      docker.source,
      fact?.state ?? "nobody has looked for the daemon's socket",
      "Set DOCKER_HOST to the daemon's socket (unix:///var/run/docker.sock), or take the key out",
    );
  }
  // Whoever connects writes nothing to the file system; what the file is, nobody is to change.
  const mount = { source: fact.path, target: DOCKER_SOCKET, mode: "ro" } as const;
  return { mounts: [mount], groups: [fact.gid] };
}
