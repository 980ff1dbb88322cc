import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile } from "./replace-file.ts";

/** What a file of ours holds; undefined where it is absent, unreadable or not JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Writes a file of ours whole or not at all, readable by the user alone, and on the disk once this
 * resolves. Fails with the system's own error.
 */
export async function writeJsonFile(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify(value, undefined, 2)}\n`, 0o600);
}

/**
 * The same, but it may be lost when the machine loses its power: for what is of no use after that. The
 * folder is there.
 */
export function writeJsonAtOnce(file: string, value: unknown): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, undefined, 2)}\n`, { flag: "wx", mode: 0o600 });
  renameSync(temporary, file);
}
