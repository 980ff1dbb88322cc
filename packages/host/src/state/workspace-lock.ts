import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxError, type WorkspaceLock } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import { stateFailure } from "./state-failure.ts";

/** A holder that was killed blocks the others for this long, and no longer. */
const STALE_MS = 5000;
const REFRESH_MS = 1000;
const POLL_MS = 25;

/** Locks as directories in `directory`, kept alive by their holder. */
export function createWorkspaceLock(directory: string): WorkspaceLock {
  return {
    async hold(workspaceHash, signal, work) {
      const file = join(directory, workspaceHash);
      const state = { lost: undefined as Error | undefined };
      await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw stateFailure(`make the lock "${file}"`, error);
      });
      const release = await acquire(file, signal, (error) => {
        state.lost = error;
      });
      try {
        return await work();
      } finally {
        if (state.lost === undefined) await release();
        else throwLost(file, state.lost);
      }
    },
  };
}

async function acquire(
  file: string,
  signal: AbortSignal,
  onCompromised: (error: Error) => void,
): Promise<() => Promise<void>> {
  // Loaded when it is needed: most starts find a sandbox that runs, and lock nothing.
  const { default: lockfile } = await import("proper-lockfile");
  for (;;) {
    signal.throwIfAborted();
    try {
      return await lockfile.lock(file, {
        realpath: false,
        stale: STALE_MS,
        update: REFRESH_MS,
        onCompromised,
      });
    } catch (error) {
      if (errnoOf(error) !== "ELOCKED") throw stateFailure(`make the lock "${file}"`, error);
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Two processes may have worked at once: what was done cannot be called done. */
function throwLost(file: string, cause: Error): never {
  throw new SandboxError("SANDBOX_FAILED", `Cannot keep the lock "${file}": it was taken over`, {
    hint: "Run the command again; was the machine suspended?",
    cause,
  });
}
