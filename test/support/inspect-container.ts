import { execFileSync } from "node:child_process";

import { docker } from "./workspace.ts";

/** The running containers with these labels, `name=value` each. */
export function containersWith(...labels: readonly string[]): readonly string[] {
  return docker(["ps", "--quiet", ...labels.flatMap((label) => ["--filter", `label=${label}`])]);
}

/** What matters of a container, as the daemon sees it. */
export function inspectContainer(id: string): unknown {
  const [found] = JSON.parse(execFileSync("docker", ["inspect", id], { encoding: "utf8" })) as [
    {
      Name: string;
      Config: Record<string, unknown> & { Env: string[] };
      HostConfig: Record<string, unknown> & {
        Mounts: Record<string, unknown>[];
        RestartPolicy?: { Name: string };
      };
    },
  ];
  const { User, WorkingDir, Labels, Image, Env, ExposedPorts, Entrypoint } = found.Config;
  const { CapAdd, CapDrop, SecurityOpt, PidsLimit, Memory, MemorySwap, NanoCpus } =
    found.HostConfig;
  const { PortBindings, LogConfig, Mounts, NetworkMode, RestartPolicy } = found.HostConfig;
  return {
    ...{ name: found.Name, User, WorkingDir, Labels, Image, ExposedPorts, Entrypoint },
    ...{ CapAdd, CapDrop, SecurityOpt, PidsLimit, Memory, MemorySwap, NanoCpus },
    ...{ PortBindings: PortBindings ?? {}, LogConfig, NetworkMode },
    // Two words for none.
    RestartPolicy: RestartPolicy?.Name === "no" ? { ...RestartPolicy, Name: "" } : RestartPolicy,
    // The daemon names one that was not given after the container's id.
    Hostname: id.startsWith(String(found.Config["Hostname"]))
      ? undefined
      : found.Config["Hostname"],
    Env: Env.toSorted(),
    Mounts: Mounts.map(({ Type, Source, Target, ReadOnly }) => ({
      Type,
      Source,
      Target,
      ReadOnly,
    })),
  };
}
