import { clockOffset } from "./clock-offset.ts";
import type { TimeZone } from "./time-zone.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When a rule changes the clocks in a year, by the clocks that hold before it. */
type Change = (year: number) => number;

/** `M3.2.0`: the second Sunday of March; the fifth is the last one. */
function dayOfWeek(month: number, week: number, day: number): Change {
  return (year) => {
    const first = Date.UTC(year, month - 1, 1);
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const until = (day - new Date(first).getUTCDay() + 7) % 7;
    const wanted = until + (week - 1) * 7;
    return first + (wanted < length ? wanted : wanted - 7) * DAY;
  };
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** `J60` is the first of March in every year; `60` counts from 0, and the 29th of February too. */
function dayOfYear(number: number, isJulian: boolean): Change {
  return (year) => {
    const day = isJulian ? number - 1 + Number(isLeap(year) && number >= 60) : number;
    return Date.UTC(year, 0, 1) + day * DAY;
  };
}

function readChange(text: string): Change | undefined {
  const [, place = "", clock = "2"] =
    /^([^/]+)(?:\/([+-]?\d{1,3}(?::\d\d){0,2}))?$/.exec(text) ?? [];
  const [, month, week, day] = /^M(\d{1,2})\.([1-5])\.([0-6])$/.exec(place) ?? [];
  const [, julian = "", number] = /^(J?)(\d{1,3})$/.exec(place) ?? [];
  const at = clockOffset(clock);
  if (month !== undefined) {
    const of = dayOfWeek(Number(month), Number(week), Number(day));
    return (year) => of(year) + at;
  }
  if (number === undefined) return undefined;
  const of = dayOfYear(Number(number), julian !== "");
  return (year) => of(year) + at;
}

class RuleZone implements TimeZone {
  readonly #names: readonly [usual: string, summer: string];
  readonly #offsets: readonly [usual: number, summer: number];
  readonly #changes: readonly [forth: Change, back: Change];

  constructor(
    names: readonly [string, string],
    offsets: readonly [number, number],
    changes: readonly [Change, Change],
  ) {
    this.#names = names;
    this.#offsets = offsets;
    this.#changes = changes;
  }

  offsetAt(time: number): number {
    return this.#offsets[this.#isSummer(time) ? 1 : 0];
  }

  nameAt(time: number): string {
    return this.#names[this.#isSummer(time) ? 1 : 0];
  }

  #isSummer(time: number): boolean {
    const [usual, summer] = this.#offsets;
    // The C library takes the rules of the year that it is in Greenwich.
    const year = new Date(time).getUTCFullYear();
    const start = this.#changes[0](year) - usual;
    const end = this.#changes[1](year) - summer;
    if (start <= end) return time >= start && time < end;
    return time >= start || time < end;
  }
}

const NAME = "([A-Za-z]{3,}|<[\\w+-]{3,}>)";
const OFFSET = "([+-]?\\d{1,2}(?::\\d\\d){0,2})";
const RULES = new RegExp(`^${NAME}${OFFSET}${NAME}${OFFSET}?(?:,([^,]*)(?:,([^,]*))?)?`);

const bare = (name: string): string => name.replace(/^<(.*)>$/, "$1");

/** Those of the United States, as the C library has them where none are named. */
const USUAL = ["M3.2.0", "M11.1.0"] as const;

/** `EST5EDT,M3.2.0,M11.1.0`: daylight saving by rules; `undefined` where it is no such text. */
export function ruleZone(text: string): TimeZone | undefined {
  const found = RULES.exec(text);
  if (found === null) return undefined;
  const [, usual = "", west = "", summer = "", summerWest, start, end = ""] = found as readonly (
    string | undefined
  )[];
  const offset = -clockOffset(west);
  const summerOffset = summerWest === undefined ? offset + HOUR : -clockOffset(summerWest);
  const [forth, back] = (start === undefined ? USUAL : [start, end]).map((rule) =>
    readChange(rule),
  );
  const [name, summerName] = [bare(usual), bare(summer)];
  // Of rules that it cannot read, the C library makes a summer without an end.
  if (forth === undefined || back === undefined) {
    return { offsetAt: () => summerOffset, nameAt: () => summerName };
  }
  return new RuleZone([name, summerName], [offset, summerOffset], [forth, back]);
}
