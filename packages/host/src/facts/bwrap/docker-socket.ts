import { realpathSync, statSync } from "node:fs";

import { type GrantedSocketFact, isInside } from "@agent-sandbox/core";

import type { Environment } from "../../state/directories.ts";
import { followLinks } from "../follow-links.ts";

const USUAL = "/var/run/docker.sock";

/** Where the Docker daemon listens: as `DOCKER_HOST` says, or at the usual place. */
export function dockerSocket({ DOCKER_HOST: host }: Environment): GrantedSocketFact {
  const path = socketPath(host);
  if (path === undefined) return { problem: `DOCKER_HOST is "${host ?? ""}", which is no socket` };
  try {
    const source = realpathSync.native(path);
    if (!statSync(source).isSocket()) return { problem: `"${path}" is not a socket` };
    // Inside, /run is another one: whatever leads over it has to be there.
    const targets = new Set([...followLinks(path).filter((one) => isInside("/run", one)), source]);
    return { source, targets: [...targets], host: `unix://${path}` };
  } catch {
    return { problem: `"${path}" is not there` };
  }
}

function socketPath(host: string | undefined): string | undefined {
  if (host === undefined || host === "") return USUAL;
  return /^unix:\/\/(\/.*)$/.exec(host)?.[1];
}
