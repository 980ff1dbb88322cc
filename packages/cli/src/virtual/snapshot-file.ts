import { SandboxError } from "@agent-sandbox/core";
import {
  snapshotFromBytes,
  snapshotToBytes,
  type VirtualSandbox,
  type VirtualSnapshot,
} from "@agent-sandbox/engine-virtual";
import { readWholeFile, writeWholeFile } from "@agent-sandbox/host";

import type { SandboxRequest } from "./sandbox-request.ts";
import { withinLimits } from "./within-limits.ts";

/**
 * What the file of `--snapshot` holds, where it is there already. Fails with SNAPSHOT_INVALID for one
 * that is none, and with USAGE where something is to be copied in besides.
 */
export function readSnapshot({
  snapshot,
  imports,
}: Pick<SandboxRequest, "snapshot" | "imports">): VirtualSnapshot | undefined {
  const bytes = snapshot === undefined ? undefined : readWholeFile(snapshot);
  if (bytes === undefined) return undefined;
  if (imports.length > 0) {
    const state = `"${snapshot ?? ""}" is there already, and has what was imported`;
    throw new SandboxError("USAGE", `Cannot import: ${state}`, {
      hint: "Leave out --import, or name a file that is not there yet",
    });
  }
  return snapshotFromBytes(bytes);
}

/** Fails with POLICY_DENIED where it is more than the sandbox's limits. */
export function restoreSnapshot(
  sandbox: VirtualSandbox,
  snapshot: VirtualSnapshot | undefined,
): void {
  if (snapshot === undefined) return;
  withinLimits("restore the snapshot", () => sandbox.restoreSnapshot(snapshot));
}

export async function saveSnapshot(
  sandbox: VirtualSandbox,
  file: string | undefined,
): Promise<void> {
  if (file === undefined) return;
  await writeWholeFile(file, snapshotToBytes(sandbox.createSnapshot()));
}
