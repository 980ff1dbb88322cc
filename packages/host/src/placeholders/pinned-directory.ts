import { closeSync, constants, existsSync, openSync } from "node:fs";

/** Where Linux shows what a process has open. */
const DESCRIPTORS = "/proc/self/fd";
const showsDescriptors = existsSync(DESCRIPTORS);

/**
 * A directory below a workspace that stays the same one whatever is renamed or replaced by links
 * meanwhile: Node has no openat(2), but Linux shows an open directory under `/proc/self/fd`.
 */
export class PinnedDirectory implements Disposable {
  readonly #descriptor: number;
  readonly #path: string;

  private constructor(descriptor: number, path: string) {
    this.#descriptor = descriptor;
    this.#path = showsDescriptors ? `${DESCRIPTORS}/${descriptor}` : path;
  }

  /**
   * Opens `root` and goes down `segments`, none of which may be a link. Fails with the system's own
   * ENOENT, ENOTDIR or ELOOP.
   */
  static open(root: string, segments: readonly string[]): PinnedDirectory {
    let current = PinnedDirectory.#openOne(root);
    for (const segment of segments) {
      using parent = current;
      current = PinnedDirectory.#openOne(parent.at(segment));
    }
    return current;
  }

  static #openOne(path: string): PinnedDirectory {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    return new PinnedDirectory(openSync(path, flags), path);
  }

  /** The path by which one of its entries is reached. */
  at(name: string): string {
    return `${this.#path}/${name}`;
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
