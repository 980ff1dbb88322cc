import { join } from "node:path";
import {
  type HoldRequest,
  type PlaceholderHolder,
  type Placeholders,
  SandboxError,
} from "@agent-sandbox/core";
import { tryQuickLock } from "../state/quick-lock.ts";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import { changeToHold, changeToRelease, type RecordChange } from "./change-record.ts";
import { heldWorkspaces } from "./held-workspaces.ts";
import { holdEntry } from "./hold-entry.ts";
import { recordFile } from "./record-file.ts";
import { releaseEntry } from "./release-entry.ts";
import { readRecord, removeRecord, writeRecord, writeRecordAtOnce } from "./stored-record.ts";

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
  /** What this process holds goes with it: nobody has to find it again after the machine was off. */
  const atOnce = async (hash: string, work: () => void): Promise<void> => {
    if (tryQuickLock(join(directory, hash), work) !== undefined) return;
    await locked(hash, async () => {
      await Promise.resolve();
      work();
    });
  };
  return {
    async hold(request) {
      const { workspaceHash: hash, holder } = request;
      const file = recordOf(hash);
      if (holder !== "process") {
        await locked(hash, () => hold(request, file));
        return;
      }
      await atOnce(hash, () => {
        ofThisProcess.set(file, countOf(file) + 1);
        holdAtOnce(request, file);
      });
    },
    async release(hash, holder = "containers") {
      const file = recordOf(hash);
      if (holder !== "process") {
        await locked(hash, () => release(file, holder));
        return;
      }
      await atOnce(hash, () => {
        ofThisProcess.set(file, Math.max(0, countOf(file) - 1));
        if (countOf(file) === 0) releaseAtOnce(file);
      });
    },
    held: () => heldWorkspaces(directory),
  };
}

/** How many sandboxes of this process hold what is on a record: each may end before the others. */
const ofThisProcess = new Map<string, number>();

function countOf(file: string): number {
  return ofThisProcess.get(file) ?? 0;
}

async function hold(request: HoldRequest, file: string): Promise<void> {
  const change = changeToHold(request, file);
  if (change?.record === undefined) return;
  await writeRecord(file, change.record);
  makeAll(change, request);
}

function holdAtOnce(request: HoldRequest, file: string): void {
  const change = changeToHold(request, file);
  if (change?.record === undefined) return;
  writeRecordAtOnce(file, change.record);
  makeAll(change, request);
}

async function release(file: string, holder: PlaceholderHolder): Promise<void> {
  const change = removeAll(file, holder);
  if (change.record === undefined) await removeRecord(file);
  else await writeRecord(file, change.record);
}

function releaseAtOnce(file: string): void {
  writeRecordAtOnce(file, removeAll(file, "process").record);
}

function makeAll({ make }: RecordChange, request: HoldRequest): void {
  for (const entry of make) holdEntry(entry, request);
}

function removeAll(file: string, holder: PlaceholderHolder): RecordChange {
  const change = changeToRelease(file, holder);
  const workspacePath = readRecord(file)?.workspacePath ?? "";
  for (const entry of change.remove) releaseEntry(entry, workspacePath);
  return change;
}

function heldTooLong(lock: string, patience: number): SandboxError {
  const seconds = Math.round(patience / 1000).toString();
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot keep track of placeholders: another process has held "${lock}" for ${seconds} s`,
    { hint: "See which agent-sandbox still runs, and try again once it has ended" },
  );
}
