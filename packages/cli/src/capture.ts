import { Writable } from "node:stream";

/** Keeps what is written, up to `limit` bytes; what comes after that is counted and dropped. */
export class Capture extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;
  #kept = 0;
  dropped = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const room = chunk.subarray(0, this.#limit - this.#kept);
    this.#chunks.push(room);
    this.#kept += room.length;
    this.dropped += chunk.length - room.length;
    done();
  }

  /** Bytes that are no UTF-8 become replacement characters. */
  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
