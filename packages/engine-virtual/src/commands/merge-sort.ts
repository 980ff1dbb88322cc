import type { Running } from "./command.ts";

/** Below, at or above 0. */
type Compare<Value> = (left: Value, right: Value) => number;

/** What is sorted or merged between two ticks. */
const RUN = 512;

function* mergeTwo<Value>(
  left: readonly Value[],
  right: readonly Value[],
  compare: Compare<Value>,
): Running<readonly Value[]> {
  const merged: Value[] = [];
  let [atLeft, atRight] = [0, 0];
  while (atLeft < left.length && atRight < right.length) {
    const [one, other] = [left[atLeft], right[atRight]];
    if (one === undefined || other === undefined) break;
    if (compare(one, other) <= 0) {
      merged.push(one);
      atLeft += 1;
    } else {
      merged.push(other);
      atRight += 1;
    }
    if (merged.length % RUN === 0) yield;
  }
  return merged.concat(left.slice(atLeft), right.slice(atRight));
}

/** Sorted runs as one; of what is equal, that of an earlier run comes first. */
export function* mergeAll<Value>(
  runs: readonly (readonly Value[])[],
  compare: Compare<Value>,
): Running<readonly Value[]> {
  let left = runs;
  while (left.length > 1) {
    const merged: (readonly Value[])[] = [];
    for (let at = 0; at < left.length; at += 2) {
      merged.push(yield* mergeTwo(left[at] ?? [], left[at + 1] ?? [], compare));
      yield;
    }
    left = merged;
  }
  return left[0] ?? [];
}

/** Sorts, and what is equal stays in its order. */
export function* mergeSort<Value>(
  values: readonly Value[],
  compare: Compare<Value>,
): Running<readonly Value[]> {
  const runs: (readonly Value[])[] = [];
  for (let at = 0; at < values.length; at += RUN) {
    runs.push(values.slice(at, at + RUN).sort(compare));
    yield;
  }
  return yield* mergeAll(runs, compare);
}
