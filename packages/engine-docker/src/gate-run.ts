import { mountFlag } from "./docker-run.ts";
import type { GateOptions } from "./gate-spec.ts";

/**
 * Pure: the container of a gate as a command line, in argv form. It may be there already, for another
 * branch: then it is started, which does nothing to one that runs.
 */
export function toGateRun(options: GateOptions): readonly string[] {
  const { name, Image, User, WorkingDir, Entrypoint, Env, Labels, HostConfig } = options;
  return [
    ...["sh", "-c", 'docker start "$0" 2>/dev/null || exec "$@"', name],
    ...["docker", "run", "--detach", "--name", name],
    ...["--user", User, "--workdir", WorkingDir],
    // The flag takes one word, which it is.
    ...Entrypoint.flatMap((program) => ["--entrypoint", program]),
    ...hostFlags(HostConfig),
    ...Object.entries(Labels).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    ...Env.flatMap((variable) => ["--env", variable]),
    Image,
  ];
}

function hostFlags(host: GateOptions["HostConfig"]): readonly string[] {
  const { CapDrop, CapAdd, SecurityOpt, Mounts, LogConfig, RestartPolicy } = host;
  const retries = RestartPolicy.MaximumRetryCount.toString();
  return [
    ...["--network", host.NetworkMode],
    ...CapDrop.flatMap((name) => ["--cap-drop", name]),
    ...CapAdd.flatMap((name) => ["--cap-add", name]),
    ...SecurityOpt.flatMap((option) => ["--security-opt", option]),
    ...["--pids-limit", host.PidsLimit.toString()],
    ...limit("--memory", host.Memory),
    ...limit("--memory-swap", host.MemorySwap),
    ...["--restart", `${RestartPolicy.Name}:${retries}`, "--log-driver", LogConfig.Type],
    ...Object.entries(LogConfig.Config).flatMap(([key, value]) => ["--log-opt", `${key}=${value}`]),
    ...Mounts.flatMap((mount) => ["--mount", mountFlag(mount)]),
  ];
}

function limit(flag: string, value: number | undefined): readonly string[] {
  return value === undefined ? [] : [flag, value.toString()];
}
