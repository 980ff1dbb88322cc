import { mkdirSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "../errno.ts";
import { stateFailure } from "./state-failure.ts";

/**
 * Does work that never waits under the lock `file`.lock, which `tryFileLock` takes as well; undefined
 * where somebody else has it. What holds a lock for milliseconds need not keep it alive. Fails with
 * SANDBOX_FAILED or DISK_FULL.
 */
export function tryQuickLock<T>(file: string, work: () => T): { readonly done: T } | undefined {
  const lock = `${file}.lock`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    mkdirSync(lock);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return undefined;
    throw stateFailure(`make the lock "${file}"`, error);
  }
  try {
    return { done: work() };
  } finally {
    rmdirSync(lock);
  }
}
