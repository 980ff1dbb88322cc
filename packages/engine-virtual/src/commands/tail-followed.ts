import type { Files, OpenFile } from "../files/files.ts";
import type { Running } from "./command.ts";
import { quoted, quotedIfNeeded } from "./quote.ts";
import type { Following } from "./tail-options.ts";

const NOT_THERE = "No such file or directory";
const LOST = `has become inaccessible: ${NOT_THERE}`;

interface Followable {
  readonly operand: string;
  /** Absolute. */
  readonly path: string;
  readonly files: Files;
  readonly how: Following;
  /** Undefined where it cannot be read now. */
  readonly file: OpenFile | undefined;
  readonly isDirectory: boolean;
}

/** One file at which `tail -f` looks again and again. */
export class FollowedFile {
  readonly operand: string;
  readonly #path: string;
  readonly #files: Files;
  readonly #how: Following;
  #file: OpenFile | undefined;
  #isUntailable: boolean;

  constructor({ file, files, how, isDirectory, operand, path }: Followable) {
    this.operand = operand;
    this.#path = path;
    this.#files = files;
    this.#how = how;
    this.#file = file;
    this.#isUntailable = isDirectory;
  }

  /** Whether anything may still come of it. */
  isLive(): boolean {
    return this.#file !== undefined || this.#how.retries;
  }

  /** What is new, a piece at a time. */
  next(): Uint8Array | undefined {
    return this.#file?.read();
  }

  /** Whether less is there than was read; then all of it is new. */
  isCut(): boolean {
    const status = this.#file?.status?.();
    if (status === undefined || status.size >= status.position) return false;
    this.#file?.seek?.(0);
    return true;
  }

  /** Looks who has its name now, and says what has changed. */
  *changes(): Running<readonly string[]> {
    yield;
    const isSettled = this.#file !== undefined && !this.#how.isByName;
    if (isSettled || !this.isLive()) return [];
    return this.#compared().map((words) => this.#message(words));
  }

  #message(words: string): string {
    const isLost = words === LOST && !this.#how.retries;
    return isLost
      ? `${quotedIfNeeded(this.operand)}: ${NOT_THERE}`
      : `${quoted(this.operand)} ${words}`;
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #compared(): readonly string[] {
    if (!this.#files.exists(this.#path)) return this.#lost();
    if (this.#files.stat(this.#path).kind === "directory") return this.#untailable();
    const before = this.#file?.status?.();
    if (this.#file === undefined) return this.#found("has appeared;  following new file");
    if (before === undefined || before.path === this.#files.realPath(this.#path)) return [];
    // The name was free for a moment where its file has another one now.
    if (before.path === undefined) return this.#found("has been replaced;  following new file");
    return [...this.#lost(), ...this.#found("has appeared;  following new file")];
  }

  #found(words: string): readonly string[] {
    this.close();
    this.#isUntailable = false;
    this.#file = this.#files.open(this.#path, { read: true });
    return [words];
  }

  #lost(): readonly string[] {
    if (this.#file === undefined && !this.#isUntailable) return [];
    this.close();
    this.#isUntailable = false;
    return [LOST];
  }

  #untailable(): readonly string[] {
    if (this.#isUntailable) return [];
    this.close();
    this.#isUntailable = true;
    return ["has been replaced with an untailable file"];
  }
}
