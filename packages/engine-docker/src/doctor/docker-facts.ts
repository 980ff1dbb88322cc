import type Docker from "dockerode";

import { probeDocker } from "../connect.ts";
import { answerTo } from "../daemon-patience.ts";
import { dockerFailure } from "../failures.ts";

/** What a daemon says of itself. */
export interface DockerFacts {
  readonly version: string;
  readonly operatingSystem: string;
  readonly storageDriver: string;
  /** `1` or `2`; undefined where the daemon does not tell. */
  readonly cgroupVersion: string | undefined;
  readonly isRootless: boolean;
  /** Whether each limit of a sandbox would hold. */
  readonly limits: Readonly<Record<"memory" | "cpus" | "pids", boolean>>;
}

/** Docker Engine API, "Get system information". */
interface SystemInfo {
  readonly ServerVersion?: string;
  readonly OperatingSystem?: string;
  readonly Driver?: string;
  readonly CgroupVersion?: string;
  readonly SecurityOptions?: readonly string[] | null;
  readonly MemoryLimit?: boolean;
  readonly CpuCfsQuota?: boolean;
  readonly PidsLimit?: boolean;
}

/** Fails as `probeDocker` does where Docker cannot be used. */
export async function dockerFacts(docker: Docker, signal: AbortSignal): Promise<DockerFacts> {
  await probeDocker(docker, signal);
  // Its types leave the options out, which dockerode itself reads.
  const abortable: { info(options: { abortSignal: AbortSignal }): Promise<SystemInfo> } = docker;
  try {
    return factsOf(await answerTo((abortSignal) => abortable.info({ abortSignal }), signal));
  } catch (error) {
    throw dockerFailure("ask Docker what it is", error);
  }
}

function factsOf(info: SystemInfo): DockerFacts {
  return {
    version: info.ServerVersion ?? "unknown",
    operatingSystem: info.OperatingSystem ?? "unknown",
    storageDriver: info.Driver ?? "unknown",
    cgroupVersion: info.CgroupVersion,
    isRootless: (info.SecurityOptions ?? []).includes("name=rootless"),
    limits: {
      memory: info.MemoryLimit === true,
      cpus: info.CpuCfsQuota === true,
      pids: info.PidsLimit === true,
    },
  };
}
