import { Writable } from "node:stream";

/** As much as is kept, in bytes: what an agent makes a program say must not fill our memory. */
const KEPT = 8192;

/** Keeps the end of what is written to it. */
export class LastLines extends Writable {
  #text = "";

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#text = (this.#text + chunk.toString("utf8")).slice(-KEPT);
    done();
  }

  /** The last `count` lines. */
  last(count: number): string {
    return this.#text.trimEnd().split("\n").slice(-count).join("\n");
  }
}
