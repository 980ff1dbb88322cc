import { join } from "node:path";
import { SandboxError, type WorkspaceLock } from "@agent-sandbox/core";
import { type FileLock, tryFileLock, waitForTurn } from "./file-lock.ts";
import { announceWait, type Waiting } from "./lock-holder.ts";

/** Locks as directories in `directory`, kept alive by their holder; a long wait is told to `waiting`. */
export function createWorkspaceLock(directory: string, waiting?: Waiting): WorkspaceLock {
  return {
    scope: directory,
    async hold(workspaceHash, signal, work) {
      const file = join(directory, workspaceHash);
      const lock = await acquire(file, signal, waiting);
      try {
        return await work();
      } finally {
        await lock.release();
        if (lock.lost.aborted) throwLost(file, lock.lost.reason);
      }
    },
  };
}

async function acquire(
  file: string,
  signal: AbortSignal,
  waiting: Waiting | undefined,
): Promise<FileLock> {
  const announce = announceWait(file, waiting);
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    const lock = await tryFileLock(file);
    if (lock !== undefined) return lock;
    await announce();
    await waitForTurn(tries, signal);
  }
}

/** Two processes may have worked at once: what was done cannot be called done. */
function throwLost(file: string, cause: unknown): never {
  throw new SandboxError("SANDBOX_FAILED", `Cannot keep the lock "${file}": it was taken over`, {
    hint: "Run the command again; was the machine suspended?",
    cause,
  });
}
