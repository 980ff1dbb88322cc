import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../errno.ts";
import { hashOfWorkspacePath } from "../facts/read-workspace.ts";
import { readJsonFile, writeJsonFile } from "../state/json-file.ts";
import { stateFailure } from "../state/state-failure.ts";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import {
  type Acceptance,
  type AcceptedFile,
  parseTrustRecord,
  type TrustRecord,
} from "./trust-record.ts";

/** As many contents as somebody goes back and forth between, by branches of git. */
const REMEMBERED = 100;

const ENDING = ".json";

/** What the user has accepted of each workspace, which is named by its real path. */
export interface TrustStore {
  /** What was accepted there; nothing where the record is broken. */
  accepted(workspace: string): readonly Acceptance[];
  /** Every workspace that has such a record, by its path. */
  all(): readonly TrustRecord[];
  /** Remembers these as well. Fails with SANDBOX_FAILED or DISK_FULL. */
  accept(workspace: string, files: readonly AcceptedFile[], signal: AbortSignal): Promise<void>;
  /** Forgets all of a workspace, and resolves with what that was. Fails likewise. */
  revoke(workspace: string, signal: AbortSignal): Promise<readonly Acceptance[]>;
}

/** `trust/<hash of the workspace>.json` in the state folder, one file for each workspace. */
export function createTrustStore(stateDir: string, now: () => Date): TrustStore {
  const directory = join(stateDir, "trust");
  const lock = createWorkspaceLock(directory);
  const fileOf = (workspace: string) =>
    join(directory, `${hashOfWorkspacePath(workspace)}${ENDING}`);
  const accepted = (workspace: string) => {
    const record = parseTrustRecord(readJsonFile(fileOf(workspace)));
    return record?.workspace === workspace ? record.accepted : [];
  };
  const alone = <T>(workspace: string, signal: AbortSignal, work: () => Promise<T>) =>
    lock.hold(hashOfWorkspacePath(workspace), signal, work);
  return {
    accepted,
    all: () => recordsIn(directory),
    accept: (workspace, files, signal) =>
      alone(workspace, signal, async () => {
        const at = now().toISOString();
        const kept = accepted(workspace).filter((old) => !files.some((file) => isSame(old, file)));
        const all = [...kept, ...files.map(({ file, digest }) => ({ file, digest, at }))];
        await write(fileOf(workspace), { workspace, accepted: all.slice(-REMEMBERED) });
      }),
    revoke: (workspace, signal) =>
      alone(workspace, signal, async () => {
        const removed = accepted(workspace);
        await remove(fileOf(workspace));
        return removed;
      }),
  };
}

function isSame(one: AcceptedFile, other: AcceptedFile): boolean {
  return one.file === other.file && one.digest === other.digest;
}

function recordsIn(directory: string): readonly TrustRecord[] {
  return namesIn(directory)
    .filter((name) => name.endsWith(ENDING))
    .flatMap((name) => parseTrustRecord(readJsonFile(join(directory, name))) ?? [])
    .sort((a, b) => (a.workspace < b.workspace ? -1 : 1));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw stateFailure(`read "${directory}"`, error);
  }
}

async function write(file: string, record: TrustRecord): Promise<void> {
  await writeJsonFile(file, record).catch((error: unknown) => {
    throw stateFailure(`remember in "${file}" what is accepted`, error);
  });
}

async function remove(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: unknown) => {
    throw stateFailure(`remove "${file}"`, error);
  });
}
