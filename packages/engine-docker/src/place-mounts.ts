import type { WorkspaceIdentity } from "@agent-sandbox/core";
import type Docker from "dockerode";

import type { ContainerSpec, PlacedSpec } from "./container-spec.ts";
import { dockerFailure } from "./failures.ts";
import { createVolume, gateVolume, shelfVolume } from "./volumes.ts";

/** Where the daemon keeps each volume, by name. */
export type Mountpoints = ReadonlyMap<string, string>;

/** Pure: each part of a volume as a bind: Docker itself takes parts from 26.0 on. */
export function placeMounts(spec: ContainerSpec, mountpoints: Mountpoints): PlacedSpec {
  const mounts = spec.mounts.map((mount) => {
    if (mount.type !== "part") return mount;
    const { volume, source, target, readonly } = mount;
    const root = mountpoints.get(volume);
    if (root === undefined) throw new TypeError(`No mountpoint of "${volume}"`);
    return { type: "bind" as const, source: `${root}/${source}`, target, readonly };
  });
  return { ...spec, mounts };
}

/** Creates the workspace's own volumes that the spec mounts, and finds where their parts are. */
export async function createAndPlace(
  docker: Docker,
  spec: ContainerSpec,
  workspace: WorkspaceIdentity,
): Promise<PlacedSpec> {
  const names = ownVolumes(spec, workspace);
  const places = await Promise.all(
    names.map(async (name) => [name, await createVolume(docker, name, workspace)] as const),
  );
  return placeMounts(spec, new Map(places));
}

/** The same for showing: creates nothing, and says where a volume will be that is not there yet. */
export async function findPlaces(docker: Docker, spec: ContainerSpec): Promise<PlacedSpec> {
  const parts = spec.mounts.flatMap((mount) => (mount.type === "part" ? [mount.volume] : []));
  const places = await Promise.all(
    [...new Set(parts)].map(async (name) => [name, await findPlace(docker, name)] as const),
  );
  return placeMounts(spec, new Map(places));
}

async function findPlace(docker: Docker, name: string): Promise<string> {
  try {
    // One list call: an inspect of what is not there would be a failure to tell from others.
    const { Volumes } = await docker.listVolumes({ filters: { name: [name] } });
    const found = Volumes.find(({ Name }) => Name === name);
    if (found) return found.Mountpoint;
    const { DockerRootDir } = (await docker.info()) as { readonly DockerRootDir: string };
    return `${DockerRootDir}/volumes/${name}/_data`;
  } catch (error) {
    throw dockerFailure("find the volumes", error);
  }
}

function ownVolumes(spec: ContainerSpec, workspace: WorkspaceIdentity): readonly string[] {
  const own = new Set([shelfVolume(workspace), gateVolume(workspace)]);
  const mounted = spec.mounts.map((mount) =>
    mount.type === "part" ? mount.volume : "source" in mount ? mount.source : "",
  );
  return [...new Set(mounted)].filter((name) => own.has(name));
}
