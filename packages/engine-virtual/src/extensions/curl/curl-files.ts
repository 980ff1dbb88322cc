import { FileError } from "../../files/errors.ts";
import type { ExtensionContext } from "../../sandbox/extension.ts";
import { CurlFailure } from "./curl-failure.ts";

/** Takes what a transfer gives out. */
export interface Sink {
  write(bytes: Uint8Array | string): void;
  close(): void;
}

/** The files that a call names: those of the sandbox, and its own descriptors. */
export class CurlFiles {
  readonly #context: ExtensionContext;

  constructor(context: ExtensionContext) {
    this.#context = context;
  }

  read(path: string): Buffer {
    const { fileSystem, stdin } = this.#context;
    const isInput = path === "-" || path === "/dev/stdin";
    try {
      const bytes = isInput ? stdin : fileSystem.read(this.#context.resolvePath(path));
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new CurlFailure(26, `Failed to open ${path}: ${error.message}`, { cause: error });
    }
  }

  /** Opened now: nothing is made for a transfer that never begins. */
  sink(path: string): Sink {
    if (path === "-" || path === "/dev/stdout") return standing(this.#context.stdout);
    if (path === "/dev/stderr") return standing(this.#context.stderr);
    try {
      const { fileSystem } = this.#context;
      const how = { write: true, create: true, truncate: true, mode: 0o644 };
      const file = fileSystem.open(this.#context.resolvePath(path), how);
      return {
        write: (bytes) => file.write(typeof bytes === "string" ? Buffer.from(bytes) : bytes),
        close: () => file.close(),
      };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const warning = `Failed to open the file ${path}: ${error.message}`;
      throw new CurlFailure(23, "Failure writing output to destination", { cause: error, warning });
    }
  }

  makeDirectories(path: string): void {
    const { fileSystem } = this.#context;
    const names = this.#context.resolvePath(path).split("/").slice(1, -1);
    names.forEach((_, index) => {
      const directory = `/${names.slice(0, index + 1).join("/")}`;
      if (!fileSystem.exists(directory)) fileSystem.makeDirectory(directory, 0o755);
    });
  }
}

const standing = (output: { write(bytes: Uint8Array | string): void }): Sink => ({
  write: (bytes) => output.write(bytes),
  close: () => undefined,
});
