import { setTimeout as sleep } from "node:timers/promises";

import type Docker from "dockerode";

import { isAbsent } from "./answers.ts";
import { dockerFailure } from "./failures.ts";

/** What a running container uses now. */
export interface SandboxUsage {
  /** 100 is one whole CPU. */
  readonly cpuPercent: number;
  /** Without what the kernel would give back: the page cache. */
  readonly memoryBytes: number;
}

/** Between two samples, in milliseconds: the kernel counts in hundredths of a second. */
const APART = 250;

/** Of several containers at once it takes as long as of one. Undefined for one that has ended. */
export async function sandboxUsage(
  container: Docker.Container,
  signal?: AbortSignal,
): Promise<SandboxUsage | undefined> {
  try {
    const before = await sample(container, signal);
    await sleep(APART, undefined, { signal });
    const after = await sample(container, signal);
    return usageBetween(before, after);
  } catch (error) {
    signal?.throwIfAborted();
    if (isAbsent(error)) return undefined;
    throw dockerFailure("see what the sandbox uses", error);
  }
}

/** One look: without "one-shot" the daemon takes its own two, a second apart. */
async function sample(container: Docker.Container, abortSignal: AbortSignal | undefined) {
  const options = { stream: false, "one-shot": true, abortSignal } as const;
  return (await container.stats(options)) as unknown as Partial<Docker.ContainerStats>;
}

/** Pure. A container that has ended has no memory in its sample. */
export function usageBetween(
  before: Partial<Docker.ContainerStats>,
  after: Partial<Docker.ContainerStats>,
): SandboxUsage | undefined {
  const { usage, stats } = after.memory_stats ?? {};
  if (usage === undefined || before.read === undefined || after.read === undefined)
    return undefined;
  const cache = (stats as Record<string, number> | undefined) ?? {};
  const used = totalCpu(after) - totalCpu(before);
  // Nanoseconds of CPU by nanoseconds of the clock.
  const passed = (Date.parse(after.read) - Date.parse(before.read)) * 1e6;
  return {
    cpuPercent: passed > 0 ? Math.max(0, (used / passed) * 100) : 0,
    // cgroup version 2, and version 1.
    memoryBytes: usage - (cache["inactive_file"] ?? cache["total_inactive_file"] ?? 0),
  };
}

function totalCpu({ cpu_stats }: Partial<Docker.ContainerStats>): number {
  return cpu_stats?.cpu_usage.total_usage ?? 0;
}
