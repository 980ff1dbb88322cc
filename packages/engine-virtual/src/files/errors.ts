/** What Linux says of each error, word for word: commands put it behind a path. */
const MEANINGS = {
  EACCES: "Permission denied",
  EBUSY: "Device or resource busy",
  EEXIST: "File exists",
  EINVAL: "Invalid argument",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
  ENAMETOOLONG: "File name too long",
  ENOENT: "No such file or directory",
  ENOSPC: "No space left on device",
  ENOTDIR: "Not a directory",
  ENOTEMPTY: "Directory not empty",
  ENXIO: "No such device or address",
  EPERM: "Operation not permitted",
  EROFS: "Read-only file system",
} as const;

export type FileErrorCode = keyof typeof MEANINGS;

/** An operation that POSIX refuses. Its message is Linux's own words, without the path. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: FileErrorCode;
  /** The path as the caller gave it. */
  readonly path: string;

  constructor(code: FileErrorCode, path: string) {
    super(MEANINGS[code]);
    this.code = code;
    this.path = path;
  }
}

/** The sandbox's own limits, by the names under which they are configured. */
export type FileLimit = "maxTotalSize" | "maxFileSize" | "maxNodeCount" | "maxDepth";

/** A change that would pass one of the sandbox's limits. Nothing of it was done; no command catches it. */
export class LimitError<Name extends string = string> extends Error {
  override readonly name = "LimitError";
  readonly limit: Name;

  constructor(limit: Name, allowed: number) {
    super(`limit ${limit} of ${allowed} exceeded`);
    this.limit = limit;
  }
}
