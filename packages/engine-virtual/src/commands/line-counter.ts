/** The numbers of lines of a text, asked for from its start on. */
export class LineCounter {
  readonly #text: string;
  #number = 1;
  #countedTo = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The number of the line at `start`, which is not before the one that was asked for last. */
  at(start: number): number {
    let at = this.#text.indexOf("\n", this.#countedTo);
    while (at !== -1 && at < start) {
      this.#number += 1;
      this.#countedTo = at + 1;
      at = this.#text.indexOf("\n", this.#countedTo);
    }
    return this.#number;
  }
}
