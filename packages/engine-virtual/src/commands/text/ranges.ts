import { UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

/** From one place to another, both of them and from 1. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Words {
  readonly isField: boolean;
}

function refuseNumber(text: string, { isField }: Words): never {
  const what = isField ? "field value" : "byte/character position";
  throw new UsageError(`invalid ${what} ${localeQuoted(text)}`);
}

function refuseZero({ isField }: Words): never {
  const what = isField ? "fields are" : "byte/character positions are";
  throw new UsageError(`${what} numbered from 1`);
}

/** The parts of `3`, `3-`, `-3` and `3-5`; empty where one is left out. */
interface RangeText {
  readonly from: string;
  readonly to: string;
  readonly isOpen: boolean;
}

function readRange(text: string, words: Words): RangeText {
  const [all = "", from = "", dash, to = ""] = /^(\d*)(?:(-)(\d*))?/.exec(text) ?? [];
  const rest = text.slice(all.length);
  if (rest.startsWith("-")) {
    throw new UsageError(`invalid ${words.isField ? "field" : "byte or character"} range`);
  }
  if (rest !== "") refuseNumber(rest, words);
  return { from, to, isOpen: dash !== undefined };
}

function checked(range: Range, words: Words): Range {
  if (range.from === 0) refuseZero(words);
  if (range.to < range.from) throw new UsageError("invalid decreasing range");
  return range;
}

function rangeOf(text: string, words: Words): Range {
  const { from, to, isOpen } = readRange(text, words);
  if (!isOpen && from === "") refuseZero(words);
  if (from === "" && to === "") throw new UsageError("invalid range with no endpoint: -");
  const start = Number(from || 1);
  return checked({ from: start, to: isOpen ? Number(to || Infinity) : start }, words);
}

/** In order, those that overlap in one. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const range of ranges.toSorted((left, right) => left.from - right.from)) {
    const last = all.at(-1);
    if (last === undefined || range.from > last.to) all.push(range);
    else all.splice(-1, 1, { from: last.from, to: Math.max(last.to, range.to) });
  }
  return all;
}

/** Reads a list such as `1,3-5,-2,7-`. */
export function parseRanges(text: string, words: Words): readonly Range[] {
  return merged(text.split(/[, \t]/).map((one) => rangeOf(one, words)));
}

/** All that is in none of them. */
export function complementOf(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  let from = 1;
  for (const range of ranges) {
    if (range.from > from) all.push({ from, to: range.from - 1 });
    from = range.to + 1;
  }
  return from === Infinity ? all : [...all, { from, to: Infinity }];
}
