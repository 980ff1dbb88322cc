import type { FileStatus } from "../files/files.ts";

/** What stat(1) and rm(1) call something. */
export function kindWords({ kind, size }: FileStatus): string {
  switch (kind) {
    case "file":
      return size === 0 ? "regular empty file" : "regular file";
    case "directory":
      return "directory";
    case "link":
      return "symbolic link";
    case "device":
      return "character special file";
  }
}
