import { FileError } from "../files/errors.ts";
import type { Files, FileStatus } from "../files/files.ts";

/** There are no inodes: all names of one file have the same number (FNV-1a of the first one). */
export function inodeNumber(files: Files, path: string, status: FileStatus): number {
  const name = status.names?.[0] ?? (status.kind === "link" ? path : realPath(files, path));
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}

function realPath(files: Files, path: string): string {
  try {
    return files.realPath(path);
  } catch (error) {
    if (error instanceof FileError) return path;
    throw error;
  }
}
