import type { Output } from "../command.ts";
import { GzipWriter } from "./gzip-writer.ts";
import { encodeText } from "../../shell/text.ts";

const PIECE = 65_536;

/** Packs what is written by gzip, a piece at a time. */
export class PackedOutput implements Output {
  readonly #output: Output;
  readonly #writer = new GzipWriter({ level: 6 });
  #waiting: Uint8Array[] = [];
  #length = 0;

  constructor(output: Output) {
    this.#output = output;
    output.write(this.#writer.start());
  }

  write(content: Uint8Array | string): void {
    const bytes = typeof content === "string" ? encodeText(content) : content;
    this.#waiting.push(bytes);
    this.#length += bytes.length;
    if (this.#length >= PIECE) this.#flush();
  }

  end(): void {
    this.#flush();
    this.#output.write(this.#writer.end());
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#length = 0;
    if (bytes.length > 0) this.#output.write(this.#writer.add(bytes));
  }
}
