import type { ContainerCreateOptions, MountSettings } from "dockerode";

import {
  type ContainerSpec,
  type DockerMount,
  type PlacedSpec,
  portKey,
} from "./container-spec.ts";

/** The body of `POST /containers/create` (Docker Engine API 1.41). */
export function toCreateOptions(spec: PlacedSpec): ContainerCreateOptions {
  return {
    name: spec.name,
    Hostname: spec.hostname,
    Image: spec.image,
    User: "root",
    WorkingDir: spec.workdir,
    Labels: spec.labels,
    Env: Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`),
    ExposedPorts: Object.fromEntries(spec.published.map((port) => [portKey(port), {}])),
    HostConfig: {
      Mounts: toMounts(spec.mounts),
      CapDrop: ["ALL"],
      CapAdd: [...spec.capabilities],
      ...(spec.groups.length > 0 && { GroupAdd: [...spec.groups] }),
      SecurityOpt: ["no-new-privileges"],
      PidsLimit: spec.pids,
      LogConfig: { Type: spec.log.driver, Config: { ...spec.log.options } },
      PortBindings: portBindings(spec.published),
      ...(spec.memoryBytes !== undefined && { Memory: spec.memoryBytes }),
      ...(spec.cpus !== undefined && { NanoCpus: Math.round(spec.cpus * 1e9) }),
      ...(spec.network !== undefined && { NetworkMode: spec.network }),
    },
  };
}

/** The file system of a directory that is hidden: readable, and with nothing to read. */
const EMPTY = { SizeBytes: 4096, Mode: 0o555 };

const ALONE = { Propagation: "rprivate", NonRecursive: true } as const;

/** Mounts in the form of the API. */
export function toMounts(mounts: readonly DockerMount[]): MountSettings[] {
  return mounts.map((mount) => ({
    Type: mount.type,
    Source: mount.type === "tmpfs" ? "" : mount.source,
    Target: mount.target,
    ...(mount.readonly && { ReadOnly: true }),
    ...(mount.type === "bind" && mount.alone && { BindOptions: ALONE }),
    ...(mount.type === "tmpfs" && { TmpfsOptions: EMPTY }),
  }));
}

/** One container port may be published on several host ports. */
function portBindings(published: ContainerSpec["published"]) {
  const bindings: Record<string, { HostIp: string; HostPort: string }[]> = {};
  for (const port of published) {
    (bindings[portKey(port)] ??= []).push({
      HostIp: "127.0.0.1",
      HostPort: port.hostPort.toString(),
    });
  }
  return bindings;
}
