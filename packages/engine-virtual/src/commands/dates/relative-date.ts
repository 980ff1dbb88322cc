/** Seconds of each unit that has always the same length. */
const SECONDS: Readonly<Record<string, number>> = {
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  hour: 3_600,
};
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };
const MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 };

/** How far a date is moved. */
export interface Move {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
}

export const NO_MOVE: Move = { months: 0, days: 0, seconds: 0 };

const NAMED: Readonly<Record<string, number>> = { yesterday: -1, today: 0, now: 0, tomorrow: 1 };
const COUNTS: Readonly<Record<string, number>> = {
  ...{ last: -1, this: 0, next: 1, first: 1, third: 3, fourth: 4, fifth: 5, sixth: 6 },
  ...{ seventh: 7, eighth: 8, ninth: 9, tenth: 10, eleventh: 11, twelfth: 12 },
};

export const countOf = (word: string): number | undefined => COUNTS[word];

function moveBy(unit: string, count: number): Move | undefined {
  const [seconds, days, months] = [SECONDS[unit], DAYS[unit], MONTHS[unit]];
  if (seconds !== undefined) return { ...NO_MOVE, seconds: seconds * count };
  if (days !== undefined) return { ...NO_MOVE, days: days * count };
  return months === undefined ? undefined : { ...NO_MOVE, months: months * count };
}

export interface Moved {
  readonly move: Move;
  readonly length: number;
}

interface Counted {
  readonly count: number;
  readonly length: number;
}

const COUNTED = /^(?:([a-z]+)\s+(?=[a-z])|([+-]?)\s*(\d+)\s*)/;

/** How many of what follows: `next `, `+2 `, or nothing for one. */
function countAt(text: string): Counted {
  const [whole = "", word, sign = "", digits = "1"] = COUNTED.exec(text) ?? [];
  const count = word === undefined ? Number(sign + digits) : countOf(word);
  // `day 10:00`: what stands in front is a unit itself.
  return count === undefined ? { count: 1, length: 0 } : { count, length: whole.length };
}

/** `yesterday`, `2 days ago`, `next week`, `hour` at the start of a text in lower case. */
export function relativeAt(text: string): Moved | undefined {
  const [word = ""] = /^[a-z]+/.exec(text) ?? [];
  const named = NAMED[word];
  if (named !== undefined) return { move: { ...NO_MOVE, days: named }, length: word.length };
  const { count, length } = countAt(text);
  const [whole = "", unit = "", ago] = /^([a-z]+)(\s+ago\b)?/.exec(text.slice(length)) ?? [];
  const move = moveBy(unit.replace(/s$/, ""), ago === undefined ? count : -count);
  return move === undefined ? undefined : { move, length: length + whole.length };
}

export const addedMoves = (one: Move, two: Move): Move => ({
  months: one.months + two.months,
  days: one.days + two.days,
  seconds: one.seconds + two.seconds,
});
