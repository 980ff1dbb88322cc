import { join } from "node:path";
import { type HoldRequest, type Placeholders, SandboxError } from "@agent-sandbox/core";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import { heldWorkspaces } from "./held-workspaces.ts";
import { holdEntry, isAbsent } from "./hold-entry.ts";
import { mergeEntries, type PlaceholderEntry, toEntry } from "./record.ts";
import { recordFile } from "./record-file.ts";
import { releaseEntry } from "./release-entry.ts";
import { readRecord, removeRecord, writeRecord } from "./stored-record.ts";

/** Nobody waits for this lock for long: it is held for a few system calls. */
const PATIENCE_MS = 30_000;

/**
 * The placeholders of this machine, remembered in `placeholders/<workspaceHash>.json` of the state
 * folder. An entry is on record before it is made and until it is gone, so that a crash at any point
 * leaves nothing that a later `release` does not remove.
 */
export function createPlaceholders(stateDir: string, patience = PATIENCE_MS): Placeholders {
  const directory = join(stateDir, "placeholders");
  // Its own lock, not the workspace's, which the caller may hold around these calls.
  const lock = createWorkspaceLock(directory);
  const locked = async (hash: string, work: () => Promise<void>): Promise<void> => {
    const waiting = new AbortController();
    const timer = setTimeout(() => {
      waiting.abort(heldTooLong(join(directory, `${hash}.lock`), patience));
    }, patience);
    try {
      await lock.hold(hash, waiting.signal, work);
    } finally {
      clearTimeout(timer);
    }
  };
  const recordOf = (hash: string): string => recordFile(stateDir, hash);
  return {
    hold: (request) =>
      locked(request.workspaceHash, () => hold(request, recordOf(request.workspaceHash))),
    release: (hash) => locked(hash, () => release(recordOf(hash))),
    held: () => heldWorkspaces(directory),
  };
}

async function hold(request: HoldRequest, file: string): Promise<void> {
  const { workspacePath } = request;
  const absent: PlaceholderEntry[] = [];
  for (const placeholder of request.placeholders) {
    const entry = toEntry(workspacePath, placeholder);
    if (await isAbsent(entry, request)) absent.push(entry);
  }
  if (absent.length === 0) return;
  const earlier = readRecord(file)?.entries ?? [];
  await writeRecord(file, { workspacePath, entries: mergeEntries(earlier, absent) });
  for (const entry of absent) await holdEntry(entry, request);
}

async function release(file: string): Promise<void> {
  const record = readRecord(file);
  for (const entry of record?.entries.toReversed() ?? []) {
    await releaseEntry(entry, record?.workspacePath ?? "");
  }
  await removeRecord(file);
}

function heldTooLong(lock: string, patience: number): SandboxError {
  const seconds = Math.round(patience / 1000).toString();
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot keep track of placeholders: another process has held "${lock}" for ${seconds} s`,
    { hint: "See which agent-sandbox still runs, and try again once it has ended" },
  );
}
