import { readdir, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { HoldRequest, Placeholders } from "@agent-sandbox/core";
import { readJsonFile, writeJsonFile } from "../state/json-file.ts";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import { holdEntry, isAbsent } from "./hold-entry.ts";
import { mergeEntries, parseRecord, type PlaceholderEntry } from "./record.ts";
import { recordFile } from "./record-file.ts";
import { releaseEntry } from "./release-entry.ts";

/** Nobody waits for this lock for long: it is held for a few system calls. */
const PATIENCE_MS = 30_000;

/**
 * The placeholders of this machine, remembered in `placeholders/<workspaceHash>.json` of the state
 * folder. An entry is on record before it is made and until it is gone, so that a crash at any point
 * leaves nothing that a later `release` does not remove.
 */
export function createPlaceholders(stateDir: string): Placeholders {
  const directory = join(stateDir, "placeholders");
  // Its own lock, not the workspace's, which the caller may hold around these calls.
  const lock = createWorkspaceLock(directory);
  const locked = (hash: string, work: () => Promise<void>): Promise<void> =>
    lock.hold(hash, AbortSignal.timeout(PATIENCE_MS), work);
  const recordOf = (hash: string): string => recordFile(stateDir, hash);
  return {
    hold: (request) =>
      locked(request.workspaceHash, () => hold(request, recordOf(request.workspaceHash))),
    release: (hash) => locked(hash, () => release(recordOf(hash))),
    held: () => held(directory),
  };
}

async function hold(request: HoldRequest, file: string): Promise<void> {
  const { workspacePath } = request;
  const absent: PlaceholderEntry[] = [];
  for (const { path, kind, content } of request.placeholders) {
    const entry = { segments: segmentsBelow(workspacePath, path), kind, content };
    if (await isAbsent(entry, request)) absent.push(entry);
  }
  if (absent.length === 0) return;
  const earlier = parseRecord(await readJsonFile(file))?.entries ?? [];
  await writeJsonFile(file, { workspacePath, entries: mergeEntries(earlier, absent) });
  for (const entry of absent) await holdEntry(entry, request);
}

async function release(file: string): Promise<void> {
  const record = parseRecord(await readJsonFile(file));
  for (const entry of record?.entries.toReversed() ?? []) {
    await releaseEntry(entry, record?.workspacePath ?? "");
  }
  await rm(file, { force: true });
}

async function held(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
}

function segmentsBelow(workspacePath: string, path: string): readonly string[] {
  const segments = relative(workspacePath, path).split(sep);
  if (segments[0] === ".." || segments[0] === "") {
    throw new RangeError(`"${path}" is not below "${workspacePath}"`);
  }
  return segments;
}
