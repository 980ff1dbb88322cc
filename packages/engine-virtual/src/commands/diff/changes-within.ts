import { type Change, findChanges } from "./find-changes.ts";
import type { Lines } from "./lines.ts";

/** How many lines are the same at the start and at the end of two files, less those that are shown. */
export interface Ends {
  readonly start: number;
  readonly end: number;
}

/** diff leaves these out of what it compares, and so of where a change may be said to be. */
export function sameEnds([old, now]: readonly [Lines, Lines], context: number): Ends {
  const most = Math.min(old.lines.length, now.lines.length);
  let same = 0;
  while (same < most && isSame(old, same, now, same)) same += 1;
  const start = Math.max(0, same - context);
  let end = 0;
  while (
    end < most - start &&
    isSame(old, old.lines.length - 1 - end, now, now.lines.length - 1 - end)
  )
    end += 1;
  return { start, end: Math.max(0, end - context) };
}

function isSame(old: Lines, at: number, now: Lines, nowAt: number): boolean {
  if (old.lines[at] !== now.lines[nowAt]) return false;
  const isOpen = old.isOpen && at === old.lines.length - 1;
  return isOpen === (now.isOpen && nowAt === now.lines.length - 1);
}

export function* changesWithin(
  first: Int32Array,
  second: Int32Array,
  { end, start }: Ends,
): Generator<undefined, readonly Change[]> {
  const changes = yield* findChanges(
    first.subarray(start, first.length - end),
    second.subarray(start, second.length - end),
  );
  return changes.map(({ from, newFrom, newTo, to }) => ({
    ...{ from: from + start, to: to + start, newFrom: newFrom + start, newTo: newTo + start },
  }));
}
