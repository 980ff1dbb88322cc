import type Docker from "dockerode";

import { dockerFailure } from "../failures.ts";

export type Labels = Readonly<Record<string, string>> | null | undefined;

/** `GET /system/df` (Docker Engine API 1.41), as far as it is read here. */
export interface DiskReport {
  readonly Containers: readonly ContainerUsage[] | null;
  readonly Images: readonly ImageUsage[] | null;
  readonly Volumes: readonly VolumeUsage[] | null;
}

export interface ContainerUsage {
  readonly Id: string;
  readonly Names: readonly string[];
  readonly ImageID: string;
  readonly Labels: Labels;
  readonly State: string;
  readonly SizeRw?: number;
  readonly Created: number;
  readonly Mounts: readonly { readonly Name?: string; readonly Source?: string }[];
}

export interface ImageUsage {
  readonly Id: string;
  readonly RepoTags: readonly string[] | null;
  readonly Labels: Labels;
  readonly Size: number;
  readonly SharedSize: number;
  readonly Created: number;
}

export interface VolumeUsage {
  readonly Name: string;
  readonly Mountpoint: string;
  readonly Labels: Labels;
  readonly CreatedAt?: string;
  readonly UsageData?: { readonly Size: number } | null;
}

/** The daemon measures every volume, which takes as long as there are files in them. */
export async function diskReport(docker: Docker): Promise<DiskReport> {
  try {
    return (await docker.df()) as DiskReport;
  } catch (error) {
    throw dockerFailure("measure the disk", error);
  }
}
