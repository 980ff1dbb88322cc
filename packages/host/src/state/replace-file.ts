import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

import { syncDirectory } from "./sync-directory.ts";

/**
 * Puts content in the place of a file, whole or not at all, and on the disk once this resolves; its folder
 * is there. Fails with the system's own error, and then what was there stays as it was.
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeDurably(draft, content, mode);
    await rename(draft, file);
    await syncDirectory(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDurably(
  file: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const handle = await open(file, "wx", mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
