import { randomUUID } from "node:crypto";
import { closeSync, lstatSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { stateFailure } from "./state-failure.ts";

/**
 * The file that is mounted in the place of hidden ones, `mask` in the state folder: empty, and of mode
 * 0000, so that reading it fails. Makes it where it is not there or is something else. Fails with
 * SANDBOX_FAILED or DISK_FULL.
 */
export function maskFile(stateDir: string): string {
  const file = join(stateDir, "mask");
  try {
    if (!isMask(file)) makeMask(file);
    return file;
  } catch (error) {
    throw stateFailure(`make "${file}", which is put in the place of hidden files`, error);
  }
}

function isMask(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === 0 && (stats.mode & 0o7777) === 0;
}

/** By renaming, since another process may be making it. */
function makeMask(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
  const draft = `${file}.${randomUUID()}.tmp`;
  closeSync(openSync(draft, "wx", 0o000));
  renameSync(draft, file);
}
