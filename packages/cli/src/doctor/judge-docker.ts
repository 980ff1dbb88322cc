import type { DockerFacts } from "@agent-sandbox/engine-docker";

import { type Finding, ok, problem, warning } from "./finding.ts";

export function judgeDocker({ version, operatingSystem, isRootless }: DockerFacts): Finding {
  const name = `Docker ${version} on ${operatingSystem}`;
  if (!isRootless) return ok(name);
  return warning(
    `${name} is rootless: it maps the workspace's owner to another user inside`,
    "Where files in the workspace cannot be written, use a Docker that runs as root",
  );
}

export interface AddressFacts {
  /** Where the daemon listens that agent-sandbox uses. */
  readonly endpoint: string;
  /** The context that the docker client uses, where it uses one. */
  readonly context: string | undefined;
}

/** Contexts are the docker client's own: agent-sandbox goes by DOCKER_HOST and the usual sockets. */
export function judgeAddress({ endpoint, context }: AddressFacts): Finding {
  if (context === undefined) return ok(`"${endpoint}" is on this machine`);
  return warning(
    `the docker client uses the context "${context}", agent-sandbox "${endpoint}"`,
    'Where these are two daemons, set DOCKER_HOST to the one to use ("docker context inspect" shows it)',
  );
}

/** They copy files whole for each layer, or need a device of their own. */
const SLOW_DRIVERS = new Set(["vfs", "devicemapper", "aufs"]);

export function judgeStorage({ storageDriver }: DockerFacts): Finding {
  if (!SLOW_DRIVERS.has(storageDriver)) return ok(`the driver is "${storageDriver}"`);
  return warning(
    `the driver "${storageDriver}" makes containers slow and large`,
    'Set "storage-driver": "overlay2" in /etc/docker/daemon.json; images are built anew then',
  );
}

/** A sandbox always has a limit of processes; the others are only for who sets them. */
export function judgeLimits({ cgroupVersion, limits }: DockerFacts): Finding {
  const cgroups = cgroupVersion === undefined ? "cgroups" : `cgroups v${cgroupVersion}`;
  const missing = Object.entries(limits).flatMap(([name, holds]) => (holds ? [] : [name]));
  if (missing.length === 0) return ok(`memory, cpus and pids can be limited (${cgroups})`);
  const message = `Docker cannot limit ${missing.join(" and ")} (${cgroups})`;
  const hint =
    "Delegate these controllers to Docker: docs.docker.com/engine/security/rootless for a rootless one, the kernel's command line else";
  return limits.pids ? warning(message, hint) : problem(message, hint);
}
