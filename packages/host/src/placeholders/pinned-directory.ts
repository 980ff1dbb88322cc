import { constants, existsSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/**
 * A directory below a workspace that stays the same one whatever is renamed or replaced by links
 * meanwhile: Node has no openat(2), but Linux shows an open directory under `/proc/self/fd`.
 */
export class PinnedDirectory implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #path: string;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = existsSync("/proc/self/fd") ? `/proc/self/fd/${handle.fd}` : path;
  }

  /**
   * Opens `root` and goes down `segments`, none of which may be a link. Fails with the system's own
   * ENOENT, ENOTDIR or ELOOP.
   */
  static async open(root: string, segments: readonly string[]): Promise<PinnedDirectory> {
    let current = await PinnedDirectory.#openOne(root);
    for (const segment of segments) {
      await using parent = current;
      current = await PinnedDirectory.#openOne(parent.at(segment));
    }
    return current;
  }

  static async #openOne(path: string): Promise<PinnedDirectory> {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    return new PinnedDirectory(await open(path, flags), path);
  }

  /** The path by which one of its entries is reached. */
  at(name: string): string {
    return join(this.#path, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
