/** A part of both files that is still to be compared: `[from, to)` of each. */
export interface Region {
  readonly x: number;
  readonly xEnd: number;
  readonly y: number;
  readonly yEnd: number;
}

/** Where a region is cut in two. */
export interface Middle {
  readonly x: number;
  readonly y: number;
}

/** From here on a good cut is taken for the best one. */
const ENOUGH = 4096;
const STEPS = 16_384;

/**
 * Finds a point on a shortest way through a region by going from both of its ends until the ways meet
 * (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, section 4b). Diagonal k is x - y.
 */
export class MiddleFinder {
  readonly #xs: Int32Array;
  readonly #ys: Int32Array;
  /** How far each diagonal is reached: from the front, and from the back. */
  readonly #front: Int32Array;
  readonly #back: Int32Array;
  readonly #origin: number;
  #steps = 0;

  constructor(xs: Int32Array, ys: Int32Array) {
    this.#xs = xs;
    this.#ys = ys;
    this.#origin = ys.length + 1;
    this.#front = new Int32Array(xs.length + ys.length + 3);
    this.#back = new Int32Array(xs.length + ys.length + 3);
  }

  *find(region: Region): Generator<undefined, Middle> {
    const front = new Reach(region, region.x - region.y);
    const back = new Reach(region, region.xEnd - region.yEnd);
    this.#set(this.#front, front.low, region.x);
    this.#set(this.#back, back.low, region.xEnd);
    const meetsInFront = ((front.low - back.low) & 1) !== 0;
    for (let cost = 1; ; cost += 1) {
      front.widen((diagonal) => this.#set(this.#front, diagonal, -1));
      const met = this.#forward(region, front, meetsInFront ? back : undefined);
      if (met !== undefined) return met;
      back.widen((diagonal) => this.#set(this.#back, diagonal, 0x7fff_ffff));
      const metBehind = this.#backward(region, back, meetsInFront ? undefined : front);
      if (metBehind !== undefined) return metBehind;
      if (cost >= ENOUGH) return this.#furthest(region, front);
      if (this.#steps > STEPS) {
        this.#steps = 0;
        yield;
      }
    }
  }

  #set(reached: Int32Array, diagonal: number, x: number): void {
    reached[this.#origin + diagonal] = x;
  }

  #at(reached: Int32Array, diagonal: number): number {
    return reached[this.#origin + diagonal] ?? 0;
  }

  #forward(region: Region, reach: Reach, other: Reach | undefined): Middle | undefined {
    const front = this.#front;
    for (let k = reach.high; k >= reach.low; k -= 2) {
      const before = this.#at(front, k - 1);
      const above = this.#at(front, k + 1);
      let x = before < above ? above : before + 1;
      while (x < region.xEnd && x - k < region.yEnd && this.#xs[x] === this.#ys[x - k]) {
        x += 1;
        this.#steps += 1;
      }
      this.#steps += 1;
      this.#set(front, k, x);
      if (other?.has(k) === true && this.#at(this.#back, k) <= x) return { x, y: x - k };
    }
    return undefined;
  }

  #backward(region: Region, reach: Reach, other: Reach | undefined): Middle | undefined {
    const back = this.#back;
    for (let k = reach.high; k >= reach.low; k -= 2) {
      const before = this.#at(back, k - 1);
      const above = this.#at(back, k + 1);
      let x = before < above ? before : above - 1;
      while (x > region.x && x - k > region.y && this.#xs[x - 1] === this.#ys[x - k - 1]) {
        x -= 1;
        this.#steps += 1;
      }
      this.#steps += 1;
      this.#set(back, k, x);
      if (other?.has(k) === true && x <= this.#at(this.#front, k)) return { x, y: x - k };
    }
    return undefined;
  }

  /** Of all ways from the front the one that has come furthest. */
  #furthest({ xEnd, yEnd }: Region, { high, low }: Reach): Middle {
    let best = { x: 0, y: 0 };
    for (let k = high; k >= low; k -= 2) {
      const x = Math.min(this.#at(this.#front, k), xEnd);
      const y = x - k;
      const point = y > yEnd ? { x: yEnd + k, y: yEnd } : { x, y };
      if (point.x + point.y > best.x + best.y) best = point;
    }
    return best;
  }
}

/** The diagonals that ways of one cost end on: every second one from `low` to `high`. */
class Reach {
  low: number;
  high: number;
  readonly #least: number;
  readonly #most: number;

  constructor({ x, xEnd, y, yEnd }: Region, start: number) {
    this.low = start;
    this.high = start;
    this.#least = x - yEnd;
    this.#most = xEnd - y;
  }

  has(diagonal: number): boolean {
    return this.low <= diagonal && diagonal <= this.high;
  }

  /** One more on each side, as far as the region goes; `border` is told what is just outside. */
  widen(border: (diagonal: number) => void): void {
    if (this.low > this.#least) {
      this.low -= 1;
      border(this.low - 1);
    } else {
      this.low += 1;
    }
    if (this.high < this.#most) {
      this.high += 1;
      border(this.high + 1);
    } else {
      this.high -= 1;
    }
  }
}
