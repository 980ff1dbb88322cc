import { BrokenPipe, type Input, type Output, type Running } from "../../commands/command.ts";
import { LimitError } from "../../files/errors.ts";
import { encodeText } from "../text.ts";
import { type Channel, inputChannel } from "./channels.ts";
import { Holders } from "./holders.ts";
import { joined } from "./joined.ts";

/** A writer is not resumed while this many bytes wait. */
const FULL = 65_536;

/** What one command of a pipeline writes and the next one reads. */
export class Pipe implements Input, Output {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** At first the two commands that it is between; what they leave in the background holds on to it. */
  readonly #writers = new Holders(1);
  readonly #readers = new Holders(1, () => this.#empty());

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#size >= FULL && this.#readers.count > 0;
  }

  write(content: Uint8Array | string): void {
    if (this.#readers.count === 0) throw new BrokenPipe();
    const bytes = typeof content === "string" ? encodeText(content) : content;
    if (bytes.length === 0) return;
    this.#size += bytes.length;
    if (this.#size > this.#most) throw new LimitError("maxPipeSize", this.#most);
    this.#chunks.push(bytes);
  }

  *read(): Running<Uint8Array | undefined> {
    while (this.#chunks.length === 0) {
      if (this.#writers.count === 0) return undefined;
      yield "wait";
    }
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#size = 0;
    return joined(chunks);
  }

  writingEnd(): Channel {
    return { output: this, hold: this.#writers.hold };
  }

  readingEnd(): Channel {
    return { ...inputChannel(this), hold: this.#readers.hold };
  }

  closeWriter(): void {
    this.#writers.release();
  }

  closeReader(): void {
    this.#readers.release();
  }

  #empty(): void {
    this.#chunks = [];
    this.#size = 0;
  }
}
