import { join } from "node:path";
import {
  type HoldRequest,
  type PlaceholderHolder,
  type Placeholders,
  SandboxError,
} from "@agent-sandbox/core";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import { heldWorkspaces } from "./held-workspaces.ts";
import { holdEntry, isAbsent } from "./hold-entry.ts";
import { isHeld, withHolder, withoutHolder } from "./holders.ts";
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
      locked(request.workspaceHash, async () => {
        const file = recordOf(request.workspaceHash);
        if (request.holder === "process") ofThisProcess.set(file, countOf(file) + 1);
        await hold(request, file);
      }),
    release: (hash, holder = "containers") =>
      locked(hash, async () => {
        const file = recordOf(hash);
        if (holder === "process") ofThisProcess.set(file, Math.max(0, countOf(file) - 1));
        if (holder === "containers" || countOf(file) === 0) await release(file, holder);
      }),
    held: () => heldWorkspaces(directory),
  };
}

/** How many sandboxes of this process hold what is on a record: each may end before the others. */
const ofThisProcess = new Map<string, number>();

function countOf(file: string): number {
  return ofThisProcess.get(file) ?? 0;
}

async function hold(request: HoldRequest, file: string): Promise<void> {
  const { workspacePath, holder = "containers" } = request;
  const absent: PlaceholderEntry[] = [];
  for (const placeholder of request.placeholders) {
    const entry = toEntry(workspacePath, placeholder);
    if (await isAbsent(entry, request)) absent.push(entry);
  }
  const record = readRecord(file);
  // What another holds already is held once more, so that it stays when that one ends.
  if (absent.length === 0 && (holder === "containers" || record === undefined)) return;
  const earlier = record?.entries ?? [];
  const holders = await withHolder(record, holder);
  const entries = mergeEntries(earlier, absent);
  await writeRecord(file, { workspacePath, entries, ...holders });
  for (const entry of absent) await holdEntry(entry, request);
}

async function release(file: string, holder: PlaceholderHolder): Promise<void> {
  const record = readRecord(file);
  if (record !== undefined) {
    const holders = await withoutHolder(record, holder);
    if (isHeld(holders)) {
      await writeRecord(file, { ...record, ...holders });
      return;
    }
  }
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
