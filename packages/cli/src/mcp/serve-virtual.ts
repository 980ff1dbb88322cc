import type { Surroundings } from "../surroundings.ts";
import { prepareVirtual } from "../virtual/prepare-virtual.ts";
import { recordedSession } from "../virtual/recorded-session.ts";
import type { SandboxRequest } from "../virtual/sandbox-request.ts";
import { readSnapshot, restoreSnapshot, saveSnapshot } from "../virtual/snapshot-file.ts";
import { serveTools } from "./serve-tools.ts";
import { VirtualTools } from "./virtual-tools.ts";

/** The tools on one virtual sandbox, on record as one run. */
export async function serveVirtual(
  request: SandboxRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  const prepared = await prepareVirtual(request, surroundings, signal);
  const snapshot = readSnapshot(request);
  await recordedSession(prepared, surroundings, async (sandbox) => {
    restoreSnapshot(sandbox, snapshot);
    await serveTools(new VirtualTools(sandbox), signal);
    await saveSnapshot(sandbox, request.snapshot);
    return 0;
  });
}
