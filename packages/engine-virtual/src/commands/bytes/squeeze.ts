/** Says which blocks of a dump are hidden: those that are as the one before. */
export class Squeeze {
  readonly #isOff: boolean;
  #before: Uint8Array | undefined;
  #isHiding = false;

  constructor(isOff: boolean) {
    this.#isOff = isOff;
  }

  /** A block by its line: itself, a star in place of the first that is hidden, then nothing. */
  lines(bytes: Uint8Array, line: () => string): string {
    const isSame =
      this.#before?.length === bytes.length && Buffer.compare(this.#before, bytes) === 0;
    const wasHiding = this.#isHiding;
    this.#isHiding = isSame && !this.#isOff;
    this.#before = bytes;
    if (!this.#isHiding) return line();
    return wasHiding ? "" : "*\n";
  }
}
