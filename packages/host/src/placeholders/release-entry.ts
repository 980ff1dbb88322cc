import { constants } from "node:fs";
import { open, rmdir, unlink, type FileHandle } from "node:fs/promises";
import { SandboxError } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import { PinnedDirectory } from "./pinned-directory.ts";
import type { PlaceholderEntry } from "./record.ts";

/** What says that the path is not, or no longer, what was made: it is left as it is. */
const KEPT = new Set(["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST", "ELOOP", "EISDIR", "ENXIO"]);

/**
 * Removes an entry while it is as it was made: an empty directory, or a file that holds exactly its
 * content, or nothing yet because making it was interrupted. Fails with WORKSPACE_INVALID where
 * removing it is not permitted.
 */
export async function releaseEntry(entry: PlaceholderEntry, workspacePath: string): Promise<void> {
  const { segments, kind, content } = entry;
  try {
    await using parent = await PinnedDirectory.open(workspacePath, segments.slice(0, -1));
    const path = parent.at(segments.at(-1) ?? "");
    if (kind === "directory") await rmdir(path);
    else if (await isUntouched(path, content)) await unlink(path);
  } catch (cause) {
    if (KEPT.has(errnoOf(cause) ?? "")) return;
    throw new SandboxError(
      "WORKSPACE_INVALID",
      `Cannot remove "${[workspacePath, ...segments].join("/")}": ${String(cause)}`,
      { hint: "Remove it yourself: it only held the place while a sandbox ran", cause },
    );
  }
}

async function isUntouched(path: string, content: string): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags);
  try {
    return await isFileOf(handle, Buffer.from(content));
  } finally {
    await handle.close();
  }
}

async function isFileOf(handle: FileHandle, content: Buffer): Promise<boolean> {
  const stats = await handle.stat();
  if (!stats.isFile()) return false;
  if (stats.size === 0) return true;
  return stats.size === content.length && content.equals(await handle.readFile());
}
