import type { Change } from "./find-changes.ts";
import { type Paint, PLAIN } from "./paint.ts";
import type { Lines } from "./lines.ts";

/** One side of a comparison: how its header calls it, and what is in it. */
export interface Side {
  readonly header: string;
  readonly content: Lines;
}

/** Two files that differ, and where. */
export interface Comparison {
  readonly sides: readonly [Side, Side];
  readonly changes: readonly Change[];
  /** Whether a change is one that does not matter, as of blank lines with `-B`. */
  readonly isTrivial: (change: Change) => boolean;
  readonly context: number;
  /** `-p`, `-F`: the function that a line stands in. */
  readonly functionAt: (line: number) => string;
  readonly paint: Paint;
}

/** Changes that are shown together, with the lines around: `[from, to)` of each file. */
export interface Hunk extends Change {
  readonly changes: readonly Change[];
}

/** Joins changes whose lines around touch; what holds nothing that matters is left out. */
export function* hunksOf({ changes, context, isTrivial, sides }: Comparison): Iterable<Hunk> {
  let group: Change[] = [];
  for (const change of changes) {
    const last = group.at(-1);
    const most = isTrivial(change) ? context - 1 : 2 * context;
    if (last !== undefined && change.from - last.to > most) {
      yield* hunkOf(group);
      group = [];
    }
    group.push(change);
  }
  yield* hunkOf(group);

  function* hunkOf(found: readonly Change[]): Iterable<Hunk> {
    const [first] = found;
    const last = found.at(-1);
    if (first === undefined || last === undefined || found.every(isTrivial)) return;
    const [old, now] = sides;
    yield {
      changes: found,
      from: Math.max(0, first.from - context),
      newFrom: Math.max(0, first.newFrom - context),
      to: Math.min(old.content.lines.length, last.to + context),
      newTo: Math.min(now.content.lines.length, last.newTo + context),
    };
  }
}

/** Shows lines with a sign in front, each with what says that it has no end. */
export const lineShower =
  (sign: string, paint = PLAIN.removed) =>
  ({ isOpen, lines }: Lines, at: number): string => {
    const isLast = isOpen && at === lines.length - 1;
    const end = isLast ? "\\ No newline at end of file\n" : "";
    return `${paint(sign + (lines[at] ?? ""))}\n${end}`;
  };

export const shownLine = (sign: string, lines: Lines, at: number): string =>
  lineShower(sign)(lines, at);

/** Text of single bytes, a hunk or change at a time. */
export type Parts = Iterable<string>;

/** The lines `[from, to)` as they are counted from 1: `3,5`, or `3` for one. */
export const lineRange = (from: number, to: number): string =>
  to - from > 1 ? `${from + 1},${to}` : `${to}`;
