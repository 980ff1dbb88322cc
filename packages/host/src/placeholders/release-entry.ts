import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
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
export function releaseEntry(entry: PlaceholderEntry, workspacePath: string): void {
  const { segments, kind, content } = entry;
  try {
    using parent = PinnedDirectory.open(workspacePath, segments.slice(0, -1));
    const path = parent.at(segments.at(-1) ?? "");
    if (kind === "directory") rmdirSync(path);
    else if (isUntouched(path, content)) unlinkSync(path);
  } catch (cause) {
    if (KEPT.has(errnoOf(cause) ?? "")) return;
    throw new SandboxError(
      "WORKSPACE_INVALID",
      `Cannot remove "${[workspacePath, ...segments].join("/")}": ${String(cause)}`,
      { hint: "Remove it yourself: it only held the place while a sandbox ran", cause },
    );
  }
}

function isUntouched(path: string, content: string): boolean {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openSync(path, flags);
  try {
    return isFileOf(descriptor, Buffer.from(content));
  } finally {
    closeSync(descriptor);
  }
}

function isFileOf(descriptor: number, content: Buffer): boolean {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return false;
  if (stats.size === 0) return true;
  return stats.size === content.length && content.equals(readFileSync(descriptor));
}
