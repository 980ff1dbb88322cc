import { mkdir, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf } from "../errno.ts";
import { forgetHolder, nameHolder } from "./lock-holder.ts";
import { stateFailure } from "./state-failure.ts";

/** A holder that was killed blocks the others for this long, and no longer. */
const STALE_MS = 5000;
const REFRESH_MS = 1000;
/** How long one waits before the second try, and how much longer each time, up to the longest. */
const FIRST_MS = 25;
const GROWTH = 1.2;
const LONGEST_MS = 100;
/** Breaking a lock is ours alone, below: proper-lockfile never does it for a file lock. */
const NEVER_MS = 1e12;

export interface FileLock {
  /** Aborted when another process took the lock over: this one was stopped for too long. */
  readonly lost: AbortSignal;
  /** Gives it back; one that was lost is not ours to give. */
  release(): Promise<void>;
}

/** The lock `file`.lock, or undefined while another holds it. Fails with SANDBOX_FAILED or DISK_FULL. */
export async function tryFileLock(file: string): Promise<FileLock | undefined> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return (
      (await take(file, NEVER_MS)) ??
      ((await breakStale(file)) ? await take(file, NEVER_MS) : undefined)
    );
  } catch (error) {
    throw stateFailure(`make the lock "${file}"`, error);
  }
}

/**
 * Waits until it is worth trying again after so many tries: ever longer, since twenty that try cost a
 * busy machine more than the wait does; and not every waiter at the same moment.
 */
export async function waitForTurn(tries: number, signal: AbortSignal): Promise<void> {
  const pause = Math.min(FIRST_MS * GROWTH ** tries, LONGEST_MS);
  await sleep(pause * (1 + Math.random()), undefined, { signal }).catch(() => undefined);
}

async function take(file: string, stale: number): Promise<FileLock | undefined> {
  // Loaded when it is needed: most starts find a sandbox that runs, and lock nothing.
  const { default: lockfile } = await import("proper-lockfile");
  const lost = new AbortController();
  const options = { realpath: false, stale, update: REFRESH_MS };
  try {
    const release = await lockfile.lock(file, {
      ...options,
      onCompromised: (error) => {
        lost.abort(error);
      },
    });
    await nameHolder(file);
    return {
      lost: lost.signal,
      async release() {
        if (lost.signal.aborted) return;
        await forgetHolder(file);
        // It may have been found lost in this very moment.
        await release().catch((error: unknown) => {
          if (!lost.signal.aborted) throw stateFailure(`give the lock "${file}" back`, error);
        });
      },
    };
  } catch (error) {
    if (errnoOf(error) === "ELOCKED") return undefined;
    throw error;
  }
}

/**
 * Removes a lock whose holder no longer keeps it alive. Under a lock of its own: of two that found
 * the same stale lock, the second would remove the one that the first has taken since.
 */
async function breakStale(file: string): Promise<boolean> {
  if (!(await isStale(file))) return false;
  const breaking = await take(`${file}.breaking`, STALE_MS);
  if (breaking === undefined) return false;
  try {
    if (!(await isStale(file))) return false;
    await rmdir(`${file}.lock`);
    return true;
  } finally {
    await breaking.release();
  }
}

async function isStale(file: string): Promise<boolean> {
  const found = await stat(`${file}.lock`).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - STALE_MS;
}
