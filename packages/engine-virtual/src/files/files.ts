import type { FileLimit } from "./errors.ts";
import type { Tree } from "./tree.ts";

export type FileKind = "file" | "directory" | "link" | "device";

export interface FileStatus {
  readonly kind: FileKind;
  /** Bytes of a file, characters of a link's target; 0 for the rest. */
  readonly size: number;
  /** The permission bits, such as 0o644. They are kept and shown; as for root, they refuse nothing. */
  readonly mode: number;
  /** Milliseconds since 1970, with a fraction: every change is later than the one before it. */
  readonly modified: number;
  /**
   * The descriptor that `/dev/stdin`, `/dev/stdout`, `/dev/stderr` or `/dev/fd/N` stands for. Whoever
   * runs the command knows what is behind it: `open` answers ENXIO.
   */
  readonly descriptor?: number;
  /** The names of a file that has several (hard links), each without links, the first one first. */
  readonly names?: readonly string[];
}

export interface Entry {
  readonly name: string;
  readonly kind: FileKind;
}

export interface OpenHow {
  readonly read?: boolean;
  readonly write?: boolean;
  /** Every write goes to the end (O_APPEND). */
  readonly append?: boolean;
  readonly truncate?: boolean;
  readonly create?: boolean;
  /** With `create`: what is there already is EEXIST (O_EXCL; `set -C`). */
  readonly exclusive?: boolean;
  /** The permission bits of a file that is made: 0o666 less the umask. */
  readonly mode?: number;
}

/** Where a handle stands in its file. */
export interface OpenStatus {
  readonly size: number;
  readonly position: number;
  /** Where its file is now; `undefined` once it was removed. */
  readonly path: string | undefined;
}

/** One open file with its position. It follows its file when that is moved, as on Linux. */
export interface OpenFile {
  /** The next bytes, at most `length` (64 KiB), `undefined` at the end. They must not be changed. */
  read(length?: number): Uint8Array | undefined;
  /** All of `bytes` or, with an error, none of them. */
  write(bytes: Uint8Array): void;
  close(): void;
  /** A device has none, and no place to seek. */
  status?(): OpenStatus;
  seek?(position: number): void;
}

export interface Usage {
  readonly bytes: number;
  /** Everything that is no directory. */
  readonly files: number;
  /** Without the root. */
  readonly directories: number;
}

/**
 * The files of one sandbox. Paths are absolute; `.`, `..` and links in them are followed here. What is
 * refused throws a `FileError`, what a limit forbids a `LimitError`, and then nothing has changed.
 */
export interface Files {
  /** Follows a link at the end of the path; `lstat` does not. */
  stat(path: string): FileStatus;
  lstat(path: string): FileStatus;
  /** Whether something is there, at the end of links: `stat` without its error. */
  exists(path: string): boolean;
  /** Without `.` and `..`, in the order in which they were made. */
  list(path: string): readonly Entry[];
  /** A whole file. What it gives must not be changed. */
  read(path: string): Uint8Array;
  /** Makes or replaces a file in one step; a refused one leaves the old content. */
  write(path: string, content: Uint8Array, mode?: number): void;
  open(path: string, how: OpenHow): OpenFile;
  makeDirectory(path: string, mode?: number): void;
  /** A file, link or empty directory; with `recursive` a directory with all that is in it. */
  remove(path: string, options?: { readonly recursive?: boolean }): void;
  /** rename(2): replaces a file, or an empty directory by a directory. */
  move(from: string, to: string): void;
  /**
   * Copies a file, a link as a link, or a directory with all that is in it, in one step and without
   * a copy of any content. `to` is the path of the copy; a file there is replaced, a directory is EEXIST.
   */
  copy(from: string, to: string): void;
  /** Makes a symbolic link. */
  link(target: string, path: string): void;
  /** Gives a file, or a link, one more name (a hard link); a directory is EPERM. */
  addName(path: string, added: string): void;
  readLink(path: string): string;
  /** The path without links, `.` and `..`; everything on it is there. */
  realPath(path: string): string;
  setMode(path: string, mode: number): void;
  /** Without a time: now. */
  setModified(path: string, modified?: number): void;
  /** Several changes in one step: when `work` throws, nothing of it was done. */
  atomically<Result>(work: () => Result): Result;
  usage(): Usage;
  /** What `usage` may grow to. */
  limits(): Readonly<Record<FileLimit, number>>;
  /** All of it as it is now, for ever: O(1). */
  tree(): Tree;
  /** Puts a tree in place of all that is there: O(1). Open files keep what they had. */
  restore(tree: Tree): void;
}
