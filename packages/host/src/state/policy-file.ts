import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { errnoOf } from "../errno.ts";
import { removeOld } from "./remove-old.ts";
import { stateFailure } from "./state-failure.ts";

/** A sandbox that has not been started for so long gets its file again when it is, in milliseconds. */
const KEPT = 30 * 86_400_000;

/** Where a policy is kept that a sandbox mounts, by its fingerprint: `policies/<fingerprint>.json`. */
export function policyPath(stateDir: string, fingerprint: string): string {
  return join(stateDir, "policies", `${fingerprint}.json`);
}

/**
 * Makes sure that `text` stands at a `policyPath`, for every user to read: a sandbox's own is another
 * one. Takes those away that no sandbox was started with for long. Fails with SANDBOX_FAILED or
 * DISK_FULL.
 */
export function writePolicy(file: string, text: string, now: Date): void {
  try {
    if (isWritten(file, text)) {
      utimesSync(file, now, now);
      return;
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    removeOld(dirname(file), { kept: KEPT, now });
    // By renaming, since another process may be making it.
    const draft = `${file}.${randomUUID()}.tmp`;
    writeFileSync(draft, text, { flag: "wx", mode: 0o400 });
    // Whatever the umask is.
    chmodSync(draft, 0o444);
    renameSync(draft, file);
  } catch (error) {
    throw stateFailure(`write the policy "${file}"`, error);
  }
}

function isWritten(file: string, text: string): boolean {
  try {
    return readFileSync(file, "utf8") === text;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}
