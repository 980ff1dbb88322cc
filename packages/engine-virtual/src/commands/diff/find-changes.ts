import { MiddleFinder, type Region } from "./middle.ts";
import { slideChanges } from "./slide-changes.ts";

/** Which lines of each file are changed: deleted from the first, inserted into the second. */
export interface Changed {
  readonly first: Uint8Array;
  readonly second: Uint8Array;
}

/** A run of changed lines: `[from, to)` of each file. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Lines that are in the other file too, with their own places. */
interface Kept {
  readonly numbers: Int32Array;
  readonly places: Int32Array;
}

/** Takes what is in one file only out of the way: it is changed in any case. */
function keptOf(own: Int32Array, other: Int32Array, changed: Uint8Array): Kept {
  const there = new Set(other);
  const places: number[] = [];
  own.forEach((number, index) => {
    if (there.has(number)) places.push(index);
    else changed[index] = 1;
  });
  return {
    numbers: Int32Array.from(places, (place) => own[place] ?? 0),
    places: Int32Array.from(places),
  };
}

/** The changes that make the second file of the first, as few as there can be, in order. */
export function* findChanges(
  first: Int32Array,
  second: Int32Array,
): Generator<undefined, readonly Change[]> {
  const changed = { first: new Uint8Array(first.length), second: new Uint8Array(second.length) };
  const xs = keptOf(first, second, changed.first);
  yield;
  const ys = keptOf(second, first, changed.second);
  yield;
  const finder = new MiddleFinder(xs.numbers, ys.numbers);
  const whole = { x: 0, xEnd: xs.numbers.length, y: 0, yEnd: ys.numbers.length };
  const waiting: Region[] = [whole];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const region = trimmed(next, xs.numbers, ys.numbers);
    const { x, xEnd, y, yEnd } = region;
    if (x === xEnd) for (let at = y; at < yEnd; at += 1) changed.second[ys.places[at] ?? 0] = 1;
    else if (y === yEnd) for (let at = x; at < xEnd; at += 1) changed.first[xs.places[at] ?? 0] = 1;
    else {
      const middle = yield* finder.find(region);
      waiting.push({ ...region, x: middle.x, y: middle.y });
      waiting.push({ ...region, xEnd: middle.x, yEnd: middle.y });
    }
    count += 1;
    if (count % 1000 === 0) yield;
  }
  yield* slideChanges(changed.first, changed.second, first);
  yield* slideChanges(changed.second, changed.first, second);
  return changesIn(changed);
}

/** Without what is the same at both ends. */
function trimmed(region: Region, xs: Int32Array, ys: Int32Array): Region {
  let { x, xEnd, y, yEnd } = region;
  while (x < xEnd && y < yEnd && xs[x] === ys[y]) {
    x += 1;
    y += 1;
  }
  while (x < xEnd && y < yEnd && xs[xEnd - 1] === ys[yEnd - 1]) {
    xEnd -= 1;
    yEnd -= 1;
  }
  return { x, xEnd, y, yEnd };
}

function changesIn({ first, second }: Changed): readonly Change[] {
  const changes: Change[] = [];
  let old = 0;
  let now = 0;
  while (old < first.length || now < second.length) {
    const [from, newFrom] = [old, now];
    while (first[old] === 1) old += 1;
    while (second[now] === 1) now += 1;
    if (old > from || now > newFrom) changes.push({ from, to: old, newFrom, newTo: now });
    else {
      old += 1;
      now += 1;
    }
  }
  return changes;
}
