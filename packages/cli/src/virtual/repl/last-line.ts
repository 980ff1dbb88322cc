/**
 * What is shown of the line that output has not ended: a prompt goes behind it, and who edits a line
 * draws it again.
 */
export class LastLine {
  #text = "";

  /** Output, as it is shown. */
  add(bytes: Uint8Array): void {
    const text = this.#text + Buffer.from(bytes).toString("utf8");
    this.#text = text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
  }

  /** Somebody has pressed Enter. */
  end(): void {
    this.#text = "";
  }

  /** Of its last row, on a terminal of so many columns. */
  row(columns: number): string {
    const { length } = this.#text;
    return columns > 0 && length >= columns
      ? this.#text.slice(length - (length % columns))
      : this.#text;
  }
}
