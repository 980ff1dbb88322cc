import { closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";
import { readdirSync, readlinkSync, readSync, realpathSync } from "node:fs";
import type { Stats } from "node:fs";

import { FileError, LimitError } from "../errors.ts";
import type { Entry, FileKind, FileStatus } from "../files.ts";

/** Whether something of the host may be seen, by its path there. */
export type Shows = (path: string, kind: "directory" | "file") => boolean;

export interface HostDirectoryOptions {
  readonly shows: Shows;
  /** Bytes that are read of one file at once. */
  readonly maxFileSize: number;
}

/** No link is followed here, should one take a file's place meanwhile, and no pipe waited for. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const LIST = READ | constants.O_DIRECTORY;

const kindOf = (status: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">) => {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "directory";
  return status.isSymbolicLink() ? "link" : undefined;
};

const MOST_KNOWN = 10_000;

/**
 * A directory of the host as it is at each moment, to be read only. What may not be seen is not there, nor
 * is what is neither file, directory nor link. Paths are names below it: whoever asks follows links.
 */
export class HostDirectory {
  readonly #source: string;
  readonly #options: HostDirectoryOptions;
  /** What was said of directories: each is on the way of many paths, and the answer stays the same. */
  readonly #known = new Map<string, boolean>();

  constructor(source: string, options: HostDirectoryOptions) {
    this.#source = realpathSync.native(source);
    this.#options = options;
  }

  /** Undefined where nothing is there to be seen. */
  look(names: readonly string[]): FileStatus | undefined {
    const path = this.#pathOf(names);
    const status = lstatSync(path, { throwIfNoEntry: false });
    const kind = status && kindOf(status);
    if (status === undefined || kind === undefined || !this.#shows(path, kind)) return undefined;
    const size = kind === "directory" ? 0 : status.size;
    return { kind, size, mode: status.mode & 0o7777, modified: status.mtimeMs };
  }

  list(names: readonly string[]): readonly Entry[] {
    const path = this.#pathOf(names);
    const found = this.#opened(path, LIST, (descriptor) =>
      readdirSync(throughDescriptor(descriptor, path), { withFileTypes: true }),
    );
    return found.flatMap((entry) => {
      const kind = kindOf(entry);
      const isShown = kind !== undefined && this.#shows(below(path, entry.name), kind);
      return isShown ? [{ name: entry.name, kind }] : [];
    });
  }

  readLink(names: readonly string[]): string {
    const path = this.#pathOf(names);
    return asFileErrors(path, () => readlinkSync(path));
  }

  /** At most `length` bytes from a place on; none at the end. */
  readAt(names: readonly string[], from: number, length: number): Uint8Array {
    return this.#opened(this.#pathOf(names), READ, (descriptor) => {
      const bytes = Buffer.allocUnsafeSlow(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from));
    });
  }

  read(names: readonly string[]): Uint8Array {
    const { maxFileSize } = this.#options;
    const path = this.#pathOf(names);
    return this.#opened(path, READ, (descriptor) => {
      const status = fstatSync(descriptor);
      if (!status.isFile()) throw new FileError("EINVAL", path);
      if (status.size > maxFileSize) throw new LimitError("maxFileSize", maxFileSize);
      const bytes = Buffer.allocUnsafeSlow(status.size);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, status.size, 0));
    });
  }

  #pathOf(names: readonly string[]): string {
    return names.reduce(below, this.#source);
  }

  #shows(path: string, kind: FileKind): boolean {
    if (kind !== "directory") return this.#options.shows(path, "file");
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const answer = this.#options.shows(path, kind);
    this.#known.set(path, answer);
    return answer;
  }

  /** What was opened must be what the path names: a link on its way leads elsewhere. */
  #opened<Result>(path: string, how: number, use: (descriptor: number) => Result): Result {
    return asFileErrors(path, () => {
      const descriptor = openSync(path, how);
      try {
        if (realPathOf(descriptor, path) !== path) throw new FileError("ENOENT", path);
        return use(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
  }
}

const below = (directory: string, name: string): string =>
  directory === "/" ? `/${name}` : `${directory}/${name}`;

/** Linux says by which path an open file is reached (proc_pid_fd(5)). */
const HAS_DESCRIPTORS = process.platform === "linux";

function realPathOf(descriptor: number, path: string): string {
  return HAS_DESCRIPTORS ? readlinkSync(`/proc/self/fd/${descriptor}`) : realpathSync.native(path);
}

function throughDescriptor(descriptor: number, path: string): string {
  return HAS_DESCRIPTORS ? `/proc/self/fd/${descriptor}` : path;
}

const KNOWN = new Set(["EACCES", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR", "EPERM"]);

function asFileErrors<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileError || error instanceof LimitError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new FileError(KNOWN.has(code) ? (code as "EACCES") : "EINVAL", path);
  }
}
