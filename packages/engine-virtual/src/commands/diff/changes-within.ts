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
  while (same < most && lineAt(old, same) === lineAt(now, same)) same += 1;
  const start = Math.max(0, same - context);
  let end = 0;
  while (end < most - start && lastLine(old, end) === lastLine(now, end)) end += 1;
  return { start, end: Math.max(0, end - context) };
}

const lineAt = ({ isOpen, lines }: Lines, at: number): string =>
  isOpen && at === lines.length - 1 ? (lines[at] ?? "") : `${lines[at] ?? ""}\n`;

const lastLine = (file: Lines, fromEnd: number): string =>
  lineAt(file, file.lines.length - 1 - fromEnd);

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
