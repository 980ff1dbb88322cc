import { type HunkLine, oldLines, type PatchHunk } from "./file-patch.ts";

export interface Place {
  /** The line that the hunk starts at, from 0. */
  readonly at: number;
  readonly fuzz: number;
}

export interface Search {
  readonly lines: readonly string[];
  /** How far off the hunks before were. */
  readonly offset: number;
  /** Lines that hunks before have settled. */
  readonly settled: number;
  readonly isSame: (one: string, other: string) => boolean;
}

/** How much of a hunk's start and end are lines around. */
export function contextOf({ lines }: PatchHunk): {
  readonly before: number;
  readonly after: number;
} {
  const isAround = ({ sign }: HunkLine): boolean => sign === " ";
  const before = lines.findIndex((line) => !isAround(line));
  const after = lines.length - 1 - lines.findLastIndex((line) => !isAround(line));
  return before === -1 ? { before: lines.length, after: lines.length } : { before, after };
}

const TICK = 1000;

/**
 * Where a hunk fits with so much fuzz: where it says, or as near to that as can be. A hunk with fewer lines
 * in front of its change than behind it belongs to the start of the file, and the other way round.
 */
export function* findHunk(
  search: Search,
  hunk: PatchHunk,
  fuzz: number,
): Generator<undefined, Place | undefined> {
  const wanted = oldLines(hunk).map(({ text }) => text);
  const guess = (wanted.length === 0 ? hunk.oldStart : hunk.oldStart - 1) + search.offset;
  if (wanted.length === 0) return { at: Math.max(0, guess), fuzz };
  const skips = skipsOf(hunk, fuzz);
  const fits = (at: number): boolean => matches(search, wanted, { ...skips, at });
  const only = onlyPlace(search, { hunk, count: wanted.length, skips });
  if (only !== undefined) return fits(only) ? { at: only, fuzz } : undefined;
  const most = Math.max(search.lines.length - guess, guess) + wanted.length;
  for (let distance = 0; distance <= most; distance += 1) {
    if (fits(guess + distance)) return { at: guess + distance, fuzz };
    if (fits(guess - distance)) return { at: guess - distance, fuzz };
    if (distance % TICK === TICK - 1) yield;
  }
  return undefined;
}

interface Skips {
  /** Lines at the start and end of the hunk that need not match; below zero, that are not there. */
  readonly start: number;
  readonly end: number;
}

function skipsOf(hunk: PatchHunk, fuzz: number): Skips {
  const { after, before } = contextOf(hunk);
  const most = Math.max(before, after);
  return { start: fuzz + before - most, end: fuzz + after - most };
}

interface Fitting {
  readonly hunk: PatchHunk;
  readonly count: number;
  readonly skips: Skips;
}

/** Where a hunk can be alone that belongs to the start or to the end; nowhere is -1. */
function onlyPlace({ lines }: Search, { count, hunk, skips }: Fitting): number | undefined {
  if (skips.start < 0 && hunk.oldStart <= 1) {
    return skips.end < 0 && count !== lines.length ? -1 : 0;
  }
  return skips.end < 0 ? lines.length - count : undefined;
}

interface Trial extends Skips {
  readonly at: number;
}

function matches(
  { isSame, lines, settled }: Search,
  wanted: readonly string[],
  { at, end, start }: Trial,
): boolean {
  const from = Math.max(0, start);
  const to = wanted.length - Math.max(0, end);
  if (at < 0 || at + from < settled || at + to > lines.length) return false;
  for (let index = from; index < to; index += 1) {
    if (!isSame(lines[at + index] ?? "", wanted[index] ?? "")) return false;
  }
  return true;
}
