import type { MountSettings } from "dockerode";

import { type PlacedSpec, portKey } from "./container-spec.ts";
import { toMounts } from "./create-options.ts";

/** The container of a spec as a `docker run` command line, in argv form. */
export function toDockerRun(spec: PlacedSpec): readonly string[] {
  return [
    ...["docker", "run", "--detach", "--name", spec.name, "--hostname", spec.hostname],
    ...["--user", "root", "--workdir", spec.workdir],
    ...["--cap-drop", "ALL", ...spec.capabilities.flatMap((name) => ["--cap-add", name])],
    ...spec.groups.flatMap((group) => ["--group-add", group]),
    ...["--security-opt", "no-new-privileges", "--pids-limit", spec.pids.toString()],
    ...["--log-driver", spec.log.driver],
    ...Object.entries(spec.log.options).flatMap(([key, value]) => ["--log-opt", `${key}=${value}`]),
    ...(spec.memoryBytes === undefined ? [] : ["--memory", spec.memoryBytes.toString()]),
    ...(spec.cpus === undefined ? [] : ["--cpus", spec.cpus.toString()]),
    ...(spec.network === undefined ? [] : ["--network", spec.network]),
    ...Object.entries(spec.labels).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    ...Object.entries(spec.environment).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    ...toMounts(spec.mounts).flatMap((mount) => ["--mount", mountFlag(mount)]),
    ...spec.published.flatMap((port) => [
      "--publish",
      `127.0.0.1:${port.hostPort.toString()}:${portKey(port)}`,
    ]),
    spec.image,
  ];
}

/** `--mount` is one line of CSV (RFC 4180): a field with a comma or a quote is quoted. */
export function mountFlag(mount: MountSettings): string {
  const { Type, Source, Target, ReadOnly = false, BindOptions, TmpfsOptions } = mount;
  const { SizeBytes, Mode } = TmpfsOptions ?? {};
  const fields = [
    `type=${Type}`,
    ...(Source === "" ? [] : [`source=${Source}`]),
    `target=${Target}`,
    ...(SizeBytes === undefined ? [] : [`tmpfs-size=${SizeBytes.toString()}`]),
    ...(Mode === undefined ? [] : [`tmpfs-mode=${Mode.toString(8)}`]),
    ...(ReadOnly ? ["readonly"] : []),
    ...(BindOptions === undefined ? [] : ["bind-nonrecursive"]),
  ];
  return fields
    .map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(",");
}
