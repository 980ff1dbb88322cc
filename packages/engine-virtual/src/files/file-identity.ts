import type { Files } from "./files.ts";

/** What all names of one file have in common, and no other file: as device and inode elsewhere. */
export function fileIdentity(files: Files, path: string): string {
  return files.stat(path).names?.[0] ?? files.realPath(path);
}
