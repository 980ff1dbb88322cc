const PIECE = 16_384;

/**
 * A run of changed lines may stand elsewhere where the line behind it is like its first one, or the line
 * in front of it like its last one. Each run is joined with those that it can be slid to; then it stands
 * where the other file is changed too, or else as far down as it can: as diff shows them.
 */
export function* slideChanges(
  own: Uint8Array,
  other: Uint8Array,
  lines: Int32Array,
): Generator<undefined, void> {
  const slide = new Slide(own, other, lines);
  let ticked = 0;
  while (slide.toNextRun()) {
    slide.settle();
    if (slide.steps - ticked > PIECE) {
      ticked = slide.steps;
      yield;
    }
  }
}

/** One run at a time, from the top; beside it the place in the other file that it stands at. */
class Slide {
  readonly #own: Uint8Array;
  readonly #other: Uint8Array;
  readonly #lines: Int32Array;
  #start = 0;
  #end = 0;
  /** Lines of the other file in front of the unchanged line that follows the run. */
  #beside = 0;
  steps = 0;

  constructor(own: Uint8Array, other: Uint8Array, lines: Int32Array) {
    this.#own = own;
    this.#other = other;
    this.#lines = lines;
    this.#skipOther();
  }

  toNextRun(): boolean {
    while (this.#end < this.#own.length && this.#own[this.#end] !== 1) {
      this.#end += 1;
      this.#beside += 1;
      this.#skipOther();
      this.steps += 1;
    }
    this.#start = this.#end;
    while (this.#own[this.#end] === 1) this.#end += 1;
    return this.#end > this.#start;
  }

  settle(): void {
    let size: number;
    let matching: number;
    do {
      size = this.#end - this.#start;
      while (this.#canRise()) this.#rise();
      matching = this.#standsBeside() ? this.#end : -1;
      while (this.#canSink()) {
        this.#sink();
        if (this.#standsBeside()) matching = this.#end;
      }
    } while (size !== this.#end - this.#start);
    if (matching !== -1) while (this.#end > matching) this.#rise();
  }

  #canRise(): boolean {
    return this.#start > 0 && this.#lines[this.#start - 1] === this.#lines[this.#end - 1];
  }

  #canSink(): boolean {
    return this.#end < this.#own.length && this.#lines[this.#start] === this.#lines[this.#end];
  }

  #rise(): void {
    this.steps += 1;
    this.#start -= 1;
    this.#end -= 1;
    this.#own[this.#start] = 1;
    this.#own[this.#end] = 0;
    while (this.#own[this.#start - 1] === 1) this.#start -= 1;
    while (this.#other[this.#beside - 1] === 1) this.#beside -= 1;
    this.#beside -= 1;
  }

  #sink(): void {
    this.steps += 1;
    this.#own[this.#start] = 0;
    this.#own[this.#end] = 1;
    this.#start += 1;
    this.#end += 1;
    while (this.#own[this.#end] === 1) this.#end += 1;
    this.#beside += 1;
    this.#skipOther();
  }

  #skipOther(): void {
    while (this.#other[this.#beside] === 1) this.#beside += 1;
  }

  /** Whether the other file has a change at this very place. */
  #standsBeside(): boolean {
    return this.#other[this.#beside - 1] === 1;
  }
}
