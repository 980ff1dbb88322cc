import type { ContainerCreateOptions, HostConfig } from "dockerode";

import { mountFlag } from "./docker-run.ts";

/**
 * Pure: the container of a gate as a command line, in argv form. It may be there already, for another
 * branch: then it is started, which does nothing to one that runs.
 */
export function toGateRun(options: ContainerCreateOptions): readonly string[] {
  const { name = "", Image = "", User = "", WorkingDir = "", HostConfig = {} } = options;
  return [
    ...["sh", "-c", 'docker start "$0" 2>/dev/null || exec "$@"', name],
    ...["docker", "run", "--detach", "--name", name],
    ...["--user", User, "--workdir", WorkingDir, "--entrypoint", entrypoint(options)],
    ...hostFlags(HostConfig),
    ...Object.entries(options.Labels ?? {}).flatMap(([key, value]) => [
      "--label",
      `${key}=${value}`,
    ]),
    ...(options.Env ?? []).flatMap((variable) => ["--env", variable]),
    Image,
  ];
}

/** The flag takes one word. */
function entrypoint({ Entrypoint = [] }: ContainerCreateOptions): string {
  const [program = "", ...rest] = [Entrypoint].flat();
  if (rest.length > 0) throw new TypeError(`Not one word: ${JSON.stringify(Entrypoint)}`);
  return program;
}

function hostFlags(host: HostConfig): readonly string[] {
  const { CapDrop = [], CapAdd = [], SecurityOpt = [], Mounts = [], LogConfig } = host;
  return [
    ...flag("--network", host.NetworkMode),
    ...[CapDrop].flat().flatMap((name) => ["--cap-drop", name]),
    ...[CapAdd].flat().flatMap((name) => ["--cap-add", name]),
    ...SecurityOpt.flatMap((option: string) => ["--security-opt", option]),
    ...flag("--pids-limit", host.PidsLimit),
    ...flag("--memory", host.Memory),
    ...flag("--memory-swap", host.MemorySwap),
    ...flag("--restart", restart(host)),
    ...flag("--log-driver", LogConfig?.Type),
    ...Object.entries(LogConfig?.Config ?? {}).flatMap(([key, value]) => [
      "--log-opt",
      `${key}=${value}`,
    ]),
    ...Mounts.flatMap(({ Type, Source, Target, ReadOnly = false }) => [
      "--mount",
      mountFlag({ type: Type, source: Source, target: Target, readonly: ReadOnly }),
    ]),
  ];
}

function restart({ RestartPolicy }: HostConfig): string | undefined {
  if (RestartPolicy === undefined) return undefined;
  const { Name, MaximumRetryCount = 0 } = RestartPolicy;
  return MaximumRetryCount > 0 ? `${Name}:${MaximumRetryCount.toString()}` : Name;
}

function flag(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [name, value.toString()];
}
