import { setTimeout as sleep } from "node:timers/promises";

import type Docker from "dockerode";

import { probeDocker } from "../connect.ts";
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

/** What dockerode has, and its types have not. */
interface Measuring {
  df(options: { readonly abortSignal: AbortSignal }): Promise<DiskReport>;
}

/** Between two attempts, in milliseconds. */
const POLL = 250;

/**
 * The daemon measures every volume, which takes as long as there are files in them, and does that for
 * one client at a time.
 */
export async function diskReport(docker: Docker, signal: AbortSignal): Promise<DiskReport> {
  // Measuring has no deadline.
  await probeDocker(docker, signal);
  for (;;) {
    signal.throwIfAborted();
    try {
      return await (docker as unknown as Measuring).df({ abortSignal: signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!isBusy(error)) throw dockerFailure("measure the disk", error);
    }
    await sleep(POLL, undefined, { signal });
  }
}

/** Docker 20.10 answers so with status 500; later ones let the second client wait. */
function isBusy(error: unknown): boolean {
  return String(error).includes("disk usage operation is already running");
}
