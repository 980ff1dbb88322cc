import type { ImportedEntry } from "@agent-sandbox/engine-virtual";
import { readTree } from "@agent-sandbox/host";
import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { PreparedVirtual } from "./prepare-virtual.ts";

export interface Imported {
  /** By their paths, which are the host's. */
  readonly files: Readonly<Record<string, ImportedEntry>>;
  readonly leftOut: readonly string[];
}

/** All that the policy lets be read of the directories that are copied in. Fails as `readTree` does. */
export function importDirectories({ hostPolicy, copied }: PreparedVirtual): Imported {
  const { maxFileBytes, maxNodeCount, maxTotalBytes } = hostPolicy.virtual;
  const limits = {
    maxTotalSize: maxTotalBytes.value,
    maxFileSize: maxFileBytes.value,
    maxNodeCount: maxNodeCount.value,
  };
  const trees = copied.map((root) => readTree({ root, shows: showing(hostPolicy), limits }));
  return {
    files: Object.assign({}, ...trees.map(({ entries }) => entries)) as Imported["files"],
    leftOut: trees.flatMap(({ leftOut }) => leftOut),
  };
}

/** Whether a path of the host may be read. */
export function showing(
  policy: ResolvedPolicy,
): (path: string, kind: "directory" | "file") => boolean {
  return (path, kind) => {
    const target = { path, real: path, kind };
    return decide(policy, { operation: "read", target }).effect === "allow";
  };
}
