import { addedMoves, countOf, type Move, NO_MOVE, relativeAt } from "./relative-date.ts";

/** What a text says of a date, item by item. */
export interface Said {
  day?: { readonly year?: number; readonly month: number; readonly day: number };
  time?: { readonly hour: number; readonly minute: number; readonly second: number };
  /** Seconds east of Greenwich. */
  zone?: number;
  weekday?: { readonly day: number; readonly count: number };
  move?: Move;
}

/** Tries to take one item off the start of a text; how long it was. */
type Taker = (text: string, said: Said) => number | undefined;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|" +
  "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])";
const WEEKDAY =
  /^(?:([a-z]+)\s+|([+-]?\d+)\s+)?(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?(?![a-z])[.,]?/;

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** `68` is 2068, `69` is 1969. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + (year < 69 ? 2000 : 1900);
}

const ISO =
  /^(\d{4,})-(\d{1,2})-(\d{1,2})(?:t(?=\d)|(?!\d))|^(\d{4})(\d\d)(\d\d)(?:t(?=\d)|(?!\d))/;

const iso: Taker = (text, said) => {
  const found = ISO.exec(text);
  if (found === null || said.day !== undefined) return undefined;
  const [whole, ...parts] = found as readonly (string | undefined)[];
  const [year = 0, month = 0, day = 0] = parts.filter((part) => part !== undefined).map(Number);
  said.day = { year, month, day };
  return whole?.length;
};

const slashes: Taker = (text, said) => {
  const [whole, first = "", second = "", third] = /^(\d+)\/(\d+)(?:\/(\d+))?/.exec(text) ?? [];
  if (whole === undefined || said.day !== undefined) return undefined;
  if (first.length >= 4 && third !== undefined) {
    said.day = { year: Number(first), month: Number(second), day: Number(third) };
  } else {
    const year = third === undefined ? {} : { year: fullYear(third) };
    said.day = { ...year, month: Number(first), day: Number(second) };
  }
  return whole.length;
};

const DAY_MONTH = new RegExp(
  `^(\\d{1,2})(?:\\s*-\\s*|\\s*)${MONTH}(?:(?:\\s*-\\s*|\\s*,?\\s+)(\\d{4})(?![\\d:]))?`,
);
const MONTH_DAY = new RegExp(
  `^${MONTH}[.]?[\\s-]*(\\d{1,2})(?!\\d|:)(?:(?:st|nd|rd|th)(?![a-z]))?(?:\\s*[,-]\\s*(\\d{4})(?![\\d:]))?`,
);

interface NamedDay {
  readonly length: number;
  readonly day: string;
  readonly month: string;
  readonly year: string | undefined;
}

/** `5 March 2024`, `5-Mar-2024`, `March 5, 2024`. */
function namedDay(text: string): NamedDay | undefined {
  const first = DAY_MONTH.exec(text);
  if (first !== null) {
    const [whole, day = "", month = "", year] = first;
    return { length: whole.length, day, month, year };
  }
  const [whole, month = "", day = "", year] = MONTH_DAY.exec(text) ?? [];
  return whole === undefined ? undefined : { length: whole.length, day, month, year };
}

const named: Taker = (text, said) => {
  const found = said.day === undefined ? namedDay(text) : undefined;
  if (found === undefined) return undefined;
  const year = found.year === undefined ? {} : { year: Number(found.year) };
  said.day = { ...year, month: monthOf(found.month), day: Number(found.day) };
  return found.length;
};

const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, ut: 0, wet: 0, cet: 1, met: 1, eet: 2, bst: 1, cest: 2, eest: 3 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, jst: 9, msk: 3 },
};

/** `+02:00`, `-0530`, `+1` in seconds; `undefined` where it is more than a day. */
function offsetOf(sign: string, digits: string): number | undefined {
  const plain = digits.replace(":", "");
  const hours = Number(plain.length > 2 ? plain.slice(0, -2) : plain);
  const minutes = plain.length > 2 ? Number(plain.slice(-2)) : 0;
  const seconds = hours * 3_600 + minutes * 60;
  return seconds > 86_400 ? undefined : Number(`${sign}1`) * seconds;
}

const CLOCK =
  /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:\s*([ap])\.?m\.?(?![a-z])|\s*([+-])\s*(\d\d?:?(?:\d\d)?)(?!\d))?/;

/** The hour of the day by a clock of twelve; `undefined` where it has no such hour. */
function hourOf(shown: number, half: string | undefined): number | undefined {
  if (half === undefined) return shown;
  return shown < 1 || shown > 12 ? undefined : (shown % 12) + (half === "p" ? 12 : 0);
}

const clock: Taker = (text, said) => {
  const found = CLOCK.exec(text);
  if (found === null || said.time !== undefined) return undefined;
  const [whole, shown, minute, second = "0", part = "0", half, sign, digits = ""] = found;
  const hour = hourOf(Number(shown), half);
  if (hour === undefined) return undefined;
  said.time = { hour, minute: Number(minute), second: Number(`${second}.${part}`) };
  if (sign === undefined) return whole.length;
  const offset = offsetOf(sign, digits);
  if (offset === undefined) return undefined;
  said.zone = offset;
  return whole.length;
};

const hourAlone: Taker = (text, said) => {
  const [whole, digits, half] = /^(\d{1,2})\s*([ap])\.?m\.?(?![a-z])/.exec(text) ?? [];
  if (whole === undefined || said.time !== undefined) return undefined;
  const hour = hourOf(Number(digits), half);
  if (hour === undefined) return undefined;
  said.time = { hour, minute: 0, second: 0 };
  return whole.length;
};

const zone: Taker = (text, said) => {
  const [whole, name = "", sign, digits = ""] =
    /^([a-z]+)(?:([+-])(\d\d?:?(?:\d\d)?)(?!\d))?(?![a-z])/.exec(text) ?? [];
  const hours = ZONES[name];
  if (whole === undefined || hours === undefined || said.zone !== undefined) return undefined;
  const offset = sign === undefined ? 0 : offsetOf(sign, digits);
  if (offset === undefined) return undefined;
  said.zone = hours * 3_600 + offset;
  return whole.length;
};

const weekday: Taker = (text, said) => {
  const found = WEEKDAY.exec(text);
  if (found === null || said.weekday !== undefined) return undefined;
  const [whole, word, digits, name = ""] = found;
  const count = word === undefined ? Number(digits ?? 0) : countOf(word);
  if (count === undefined) return undefined;
  said.weekday = { day: WEEKDAYS.indexOf(name.slice(0, 3)), count };
  return whole.length;
};

const relative: Taker = (text, said) => {
  const found = relativeAt(text);
  if (found === undefined) return undefined;
  said.move = addedMoves(said.move ?? NO_MOVE, found.move);
  return found.length;
};

const BARE = /^\d+(?![\da-z:/-])/;

/** The year of a date that has none. */
const year: Taker = (text, said) => {
  const [digits] = BARE.exec(text) ?? [];
  if (digits === undefined || said.day === undefined) return undefined;
  if (said.day.year !== undefined || said.move !== undefined) return undefined;
  if (said.time === undefined && digits.length <= 2) return undefined;
  said.day = { ...said.day, year: Number(digits) };
  return digits.length;
};

/** An hour alone, or `1430`. */
const digits: Taker = (text, said) => {
  const [found] = BARE.exec(text) ?? [];
  if (found === undefined || said.time !== undefined || found.length > 4) return undefined;
  const isShort = found.length <= 2;
  const minute = isShort ? 0 : Number(found.slice(-2));
  said.time = { hour: Number(isShort ? found : found.slice(0, -2)), minute, second: 0 };
  return found.length;
};

const TAKERS: readonly Taker[] = [
  ...[iso, slashes, named, clock, hourAlone, weekday, relative, zone],
  ...[year, digits],
];

function takeOne(text: string, said: Said): number | undefined {
  for (const take of TAKERS) {
    const length = take(text, said);
    if (length !== undefined && length > 0) return length;
  }
  return undefined;
}

/** All that a text says, or `undefined` where something in it is not understood. */
export function readItems(text: string): Said | undefined {
  const said: Said = {};
  let rest = text.toLowerCase().trim();
  while (rest !== "") {
    const length = takeOne(rest, said);
    if (length === undefined) return undefined;
    rest = rest.slice(length).replace(/^[\s,]+/, "");
  }
  return said;
}
