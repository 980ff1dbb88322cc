import { createGunzip, gunzipSync } from "node:zlib";

import { LimitError } from "../../files/errors.ts";
import { awaited } from "../awaited.ts";
import type { Input, Invocation, Running } from "../command.ts";

/** What is wrong with a compressed file, in gzip's words. */
export class GzipError extends Error {
  override readonly name = "GzipError";
}

const WORDS: Readonly<Record<string, string>> = {
  "unexpected end of file": "unexpected end of file",
  "incorrect header check": "not in gzip format",
  "incorrect data check": "invalid compressed data--crc error",
  "incorrect length check": "invalid compressed data--length error",
};

/** What zlib and Node call an error. */
function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

function inItsWords(error: unknown): unknown {
  if (!codeOf(error).startsWith("Z_")) return error;
  const message = String(error).replace(/^Error: /, "");
  return new GzipError(WORDS[message] ?? "invalid compressed data--format violated");
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** What is packed in `bytes`: piece by piece where a promise can be waited for, else at one go. */
export class GzipReader implements Input {
  readonly #bytes: Uint8Array;
  readonly #most: number;
  readonly #canWait: boolean;
  #chunks: AsyncIterator<Uint8Array, undefined> | undefined;
  #isAtEnd = false;

  constructor({ canWait, files }: Invocation, bytes: Uint8Array) {
    if (bytes.length < 2) throw new GzipError("unexpected end of file");
    if (!isGzip(bytes)) throw new GzipError("not in gzip format");
    this.#bytes = bytes;
    this.#canWait = canWait();
    this.#most = files.limits().maxTotalSize;
  }

  *read(): Running<Uint8Array | undefined> {
    if (this.#isAtEnd) return undefined;
    try {
      return this.#canWait ? yield* this.#next() : this.#all();
    } catch (error) {
      throw inItsWords(error);
    }
  }

  *#next(): Running<Uint8Array | undefined> {
    this.#chunks ??= this.#started();
    const { done, value } = yield* awaited(this.#chunks.next());
    if (done !== true) return value;
    this.#isAtEnd = true;
    return undefined;
  }

  #started(): AsyncIterator<Uint8Array, undefined> {
    const stream = createGunzip({ chunkSize: 65_536 });
    stream.end(this.#bytes);
    return stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  }

  #all(): Uint8Array {
    this.#isAtEnd = true;
    try {
      return gunzipSync(this.#bytes, { maxOutputLength: this.#most });
    } catch (error) {
      if (codeOf(error) !== "ERR_BUFFER_TOO_LARGE") throw error;
      throw new LimitError("maxTotalSize", this.#most);
    }
  }

  /** Lets go of what has not been read. */
  close(): void {
    this.#isAtEnd = true;
    void this.#chunks?.return?.();
  }
}
