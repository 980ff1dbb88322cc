import { readFileSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { SandboxError } from "@agent-sandbox/core";

import { errnoOf } from "../errno.ts";
import { replaceFile } from "./replace-file.ts";
import { isDiskFull } from "./state-failure.ts";

/** The bytes of a file that the user has named; undefined where it is not there yet. */
export function readWholeFile(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return undefined;
    throw failure("read", file, cause);
  }
}

/**
 * Puts bytes in the place of a file that the user has named, on the disk once this resolves; what was
 * there stays as it was where that fails.
 */
export async function writeWholeFile(file: string, bytes: Uint8Array): Promise<void> {
  try {
    const place = await realpath(file).catch(() => file);
    const there = await stat(place).catch(() => undefined);
    await replaceFile(place, bytes, there === undefined ? 0o600 : there.mode & 0o7777);
  } catch (cause) {
    throw failure("write", file, cause);
  }
}

function failure(action: "read" | "write", file: string, cause: unknown): SandboxError {
  const isFull = isDiskFull(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  const state = isFull ? "the disk is full" : message;
  return new SandboxError(
    isFull ? "DISK_FULL" : "SANDBOX_FAILED",
    `Cannot ${action} "${file}": ${state}`,
    { hint: isFull ? "Make room on it" : `See who may: ls -ld "${dirname(file)}"`, cause },
  );
}
