/** Counts those for whom something stays open. */
export class Holders {
  count: number;
  readonly #free: (() => void) | undefined;

  /** `free` is called when the last one has let go. */
  constructor(count: number, free?: () => void) {
    this.count = count;
    this.#free = free;
  }

  /** One more; what this returns lets go, once. */
  readonly hold = (): (() => void) => {
    this.count += 1;
    let holds = true;
    return () => {
      if (holds) this.release();
      holds = false;
    };
  };

  release(): void {
    this.count -= 1;
    if (this.count === 0) this.#free?.();
  }
}
