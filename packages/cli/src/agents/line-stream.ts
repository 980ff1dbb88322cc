import { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** What a line may have before it is given up: an agent's tools may answer with whole files. */
const LONGEST = 64 * 1024 * 1024;

/** Hands each line of what is written to `onLine`, and every chunk as it is to `onChunk` before. */
export class LineStream extends Writable {
  readonly #decoder = new StringDecoder("utf8");
  readonly #onChunk: (chunk: Uint8Array) => void;
  readonly #onLine: (line: string) => void;
  #begun = "";

  constructor(onChunk: (chunk: Uint8Array) => void, onLine: (line: string) => void) {
    super();
    this.#onChunk = onChunk;
    this.#onLine = onLine;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#onChunk(chunk);
    const [first = "", ...others] = this.#decoder.write(chunk).split("\n");
    const lines = [this.#begun + first, ...others];
    this.#begun = lines.pop() ?? "";
    if (this.#begun.length > LONGEST) this.#begun = "";
    for (const line of lines) this.#onLine(line);
    done();
  }

  /** A last line without its end. */
  override _final(done: () => void): void {
    if (this.#begun !== "") this.#onLine(this.#begun);
    done();
  }
}
