import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";

/** Something of ours that the daemon keeps on its disk. */
export interface KeptItem {
  readonly kind: "container" | "image" | "volume";
  readonly id: string;
  readonly name: string;
  /** Bytes on disk: of an image all its layers, of a container what it wrote. */
  readonly bytes: number;
  /** The workspace it belongs to; undefined for what several share. */
  readonly workspaceHash: string | undefined;
  /** The workspace's path where the label tells it. */
  readonly workspace: string | undefined;
  /** Whether a container that runs, or one that is kept, needs it. */
  readonly use: "running" | "kept" | "none";
  readonly created: Date;
}

/** Containers, images and volumes that carry our labels, and what each costs. */
export async function diskUsage(docker: Docker): Promise<readonly KeptItem[]> {
  const { Containers, Images, Volumes } = await measure(docker);
  const running = new Set(Containers?.filter(isRunning).map(({ ImageID }) => ImageID));
  return [
    ...(Containers ?? []).filter(({ Labels }) => isOurs(Labels)).map(container),
    ...(Images ?? []).filter(({ Labels }) => isOurs(Labels)).map((info) => image(info, running)),
    ...(Volumes ?? [])
      .filter(({ Labels }) => isOurs(Labels))
      .map((info) => volume(info, Containers ?? [])),
  ];
}

async function measure(docker: Docker): Promise<DiskReport> {
  try {
    return (await docker.df()) as DiskReport;
  } catch (error) {
    throw dockerFailure("measure the disk", error);
  }
}

type Labels = Readonly<Record<string, string>> | null | undefined;

/** `GET /system/df` (Docker Engine API 1.41), as far as it is read here. */
interface DiskReport {
  readonly Containers: readonly ContainerUsage[] | null;
  readonly Images: readonly ImageUsage[] | null;
  readonly Volumes: readonly VolumeUsage[] | null;
}

interface ContainerUsage {
  readonly Id: string;
  readonly Names: readonly string[];
  readonly ImageID: string;
  readonly Labels: Labels;
  readonly State: string;
  readonly SizeRw?: number;
  readonly Created: number;
  readonly Mounts: readonly { readonly Name?: string }[];
}

interface ImageUsage {
  readonly Id: string;
  readonly RepoTags: readonly string[] | null;
  readonly Labels: Labels;
  readonly Size: number;
  readonly Containers: number;
  readonly Created: number;
}

interface VolumeUsage {
  readonly Name: string;
  readonly Labels: Labels;
  readonly CreatedAt?: string;
  readonly UsageData?: { readonly Size: number; readonly RefCount: number } | null;
}

const isRunning = ({ State }: ContainerUsage) => State !== "exited" && State !== "created";

function isOurs(labels: Labels): boolean {
  return Object.keys(labels ?? {}).some((name) => name.startsWith("agent-sandbox."));
}

function container(info: ContainerUsage): KeptItem {
  return {
    kind: "container",
    id: info.Id,
    name: (info.Names[0] ?? info.Id).replace(/^\//, ""),
    bytes: info.SizeRw ?? 0,
    ...owner(info.Labels),
    use: isRunning(info) ? "running" : "none",
    created: new Date(info.Created * 1000),
  };
}

function image(info: ImageUsage, running: ReadonlySet<string>): KeptItem {
  return {
    kind: "image",
    id: info.Id,
    name: info.RepoTags?.[0] ?? info.Id,
    bytes: info.Size,
    ...owner(info.Labels),
    use: running.has(info.Id) ? "running" : info.Containers > 0 ? "kept" : "none",
    created: new Date(info.Created * 1000),
  };
}

function volume(info: VolumeUsage, containers: readonly ContainerUsage[]): KeptItem {
  const users = containers.filter(({ Mounts }) => Mounts.some(({ Name }) => Name === info.Name));
  return {
    kind: "volume",
    id: info.Name,
    name: info.Name,
    // -1 says that the daemon does not know.
    bytes: Math.max(0, info.UsageData?.Size ?? 0),
    ...owner(info.Labels),
    use: users.some(isRunning) ? "running" : users.length > 0 ? "kept" : "none",
    created: new Date(info.CreatedAt ?? 0),
  };
}

function owner(labels: Labels): Pick<KeptItem, "workspace" | "workspaceHash"> {
  return {
    workspaceHash: labels?.[LABEL.hash] ?? labels?.[LABEL.imageHash],
    workspace: labels?.[LABEL.workspace] ?? labels?.[LABEL.imageOf],
  };
}
