import { SandboxError } from "@agent-sandbox/core";

/** What the sandbox that gets a tree has room for. */
export interface TreeLimits {
  readonly maxTotalSize: number;
  readonly maxFileSize: number;
  readonly maxNodeCount: number;
}

/** Counts what is read, so that no more is read than there is room for. */
export class TreeRoom {
  readonly #root: string;
  readonly #limits: TreeLimits;
  #bytes = 0;
  #nodes = 0;

  constructor(root: string, limits: TreeLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** Before a file is read. */
  admit(path: string, bytes: number): void {
    const { maxFileSize, maxTotalSize } = this.#limits;
    if (bytes > maxFileSize) {
      throw tooMuch(path, `it has ${bytes} bytes, and virtual.max-file-size is ${maxFileSize}`);
    }
    if (this.#bytes + bytes > maxTotalSize) {
      const limit = `virtual.max-total-size, which is ${maxTotalSize} bytes`;
      throw tooMuch(this.#root, `its files are more than ${limit}`);
    }
  }

  take(path: string, bytes: number): void {
    this.admit(path, bytes);
    this.#bytes += bytes;
    this.#nodes += 1;
    const { maxNodeCount } = this.#limits;
    if (this.#nodes <= maxNodeCount) return;
    const limit = `virtual.max-node-count, which is ${maxNodeCount}`;
    throw tooMuch(this.#root, `its files and directories are more than ${limit}`);
  }
}

function tooMuch(path: string, state: string): SandboxError {
  return new SandboxError("POLICY_DENIED", `Cannot import "${path}": ${state}`, {
    hint: "Raise the limit, exclude some of it, or look at it as it is on the host with --view",
  });
}
