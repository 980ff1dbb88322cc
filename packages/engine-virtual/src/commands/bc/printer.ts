import type { Output } from "../command.ts";

/** Characters of a line of numbers, before it goes on behind a backslash. */
const LINE = 68;

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  q: '"',
  r: "\r",
  t: "\t",
  "\\": "\\",
};

/** Writes what bc prints, in lines of its width. */
export class BcPrinter {
  readonly #output: Output;
  readonly #width: number;
  #column = 0;

  constructor(output: Output, width: string | undefined) {
    this.#output = output;
    const asked = Number(width);
    const isUsable = width !== undefined && Number.isInteger(asked) && asked >= 0;
    this.#width = !isUsable ? LINE : asked === 0 ? Number.POSITIVE_INFINITY : asked - 2;
  }

  number(text: string): void {
    let [line, rest] = ["", text];
    while (this.#column + rest.length > this.#width) {
      const part = rest.slice(0, this.#width - this.#column);
      line += `${part}\\\n`;
      rest = rest.slice(part.length);
      this.#column = 0;
    }
    this.#column += rest.length;
    this.#output.write(line + rest);
  }

  text(text: string): void {
    const end = text.lastIndexOf("\n");
    this.#column = end === -1 ? this.#column + text.length : text.length - end - 1;
    this.#output.write(text);
  }

  /** A string of `print`, in which a backslash stands for something. */
  escaped(text: string): void {
    this.text(text.replaceAll(/\\(.)/gs, (whole, letter: string) => ESCAPES[letter] ?? whole));
  }
}
