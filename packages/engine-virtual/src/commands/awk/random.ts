/** Numbers from 0 up to 1 that look like chance, the same for the same seed. */
export class Random {
  #seed = 0;
  #state = 0;

  /** Begins anew, and gives the seed from before. */
  seed(seed: number): number {
    const before = this.#seed;
    this.#seed = seed;
    this.#state = Math.trunc(seed) | 0;
    return before;
  }

  /** Weyl's sequence, with its bits mixed. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = this.#state ^ (this.#state >>> 16);
    bits = Math.imul(bits, 0x21f0aaad);
    bits ^= bits >>> 15;
    bits = Math.imul(bits, 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  }
}
