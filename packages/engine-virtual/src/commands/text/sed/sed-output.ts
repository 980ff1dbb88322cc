import type { Output } from "../../command.ts";

const FULL = 32_768;

/** Where lines go; one whose end is missing gets it as soon as something follows. */
export class SedOutput {
  readonly #output: Output;
  readonly #lineEnd: string;
  #waiting = "";
  #misses = false;

  constructor(output: Output, lineEnd: string) {
    this.#output = output;
    this.#lineEnd = lineEnd;
  }

  line(text: string, hasEnd = true): void {
    this.text(hasEnd ? text + this.#lineEnd : text);
    this.#misses = !hasEnd;
  }

  text(text: string): void {
    if (this.#misses) this.#waiting += this.#lineEnd;
    this.#misses = false;
    this.#waiting += text;
    if (this.#waiting.length > FULL) this.flush();
  }

  /** Also where there are none: whoever asks for a file gets a line that has ended. */
  bytes(content: Uint8Array): void {
    this.text("");
    if (content.length === 0) return;
    this.flush();
    this.#output.write(content);
  }

  flush(): void {
    if (this.#waiting === "") return;
    const text = this.#waiting;
    this.#waiting = "";
    this.#output.write(text);
  }
}
