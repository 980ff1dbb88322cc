import { Buffer } from "node:buffer";

import type { Output } from "../command.ts";

/** What is written at once. */
const FULL = 32_768;

/** Gathers text in which one character is one byte, and writes it in parts. */
export class ByteWriter {
  readonly #output: Output;
  #waiting = "";

  constructor(output: Output) {
    this.#output = output;
  }

  add(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > FULL) this.flush();
  }

  flush(): void {
    if (this.#waiting === "") return;
    const bytes = Buffer.from(this.#waiting, "latin1");
    this.#waiting = "";
    this.#output.write(bytes);
  }
}
