const DAY = 86_400_000;

const UNITS: Readonly<Record<string, number>> = {
  sec: 1_000,
  second: 1_000,
  min: 60_000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  week: 7 * DAY,
  fortnight: 14 * DAY,
};

const ISO =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;

/** Milliseconds to take away for a zone such as `+02:00`. */
function zoneOffset(zone: string): number {
  const [, sign = "", hours = "", minutes = ""] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return sign === "" ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** `undefined` where a month has no such day, or a day no such hour. */
function utc([year = 0, month = 0, day = 0, hour = 0, ...rest]: readonly number[]):
  number | undefined {
  const [minute = 0, second = 0] = rest;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24;
  return isReal ? date.getTime() : undefined;
}

function isoDate(text: string): number | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [, ...parts] = Array.from(found, (part: string | undefined) => part ?? "0");
  const time = utc(parts.slice(0, 6).map(Number));
  const [fraction = "0", zone = ""] = parts.slice(6);
  return time === undefined ? undefined : time + Number(`0.${fraction}`) * 1_000 - zoneOffset(zone);
}

function withMonths(now: number, months: number): number {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime();
}

/** `3 days ago`, `next week`, `+1 hour`, `last year`. */
function relativeDate(text: string, now: number): number | undefined {
  const found = /^([+-]?\d+|next|last|a)?\s*([a-z]+?)s?(\s+ago)?$/.exec(text);
  if (found === null) return undefined;
  const [, count = "1", unit = "", ago] = found;
  const words: Readonly<Record<string, number>> = { next: 1, last: -1, a: 1 };
  const number = (words[count] ?? Number(count)) * (ago === undefined ? 1 : -1);
  if (unit === "month") return withMonths(now, number);
  if (unit === "year") return withMonths(now, 12 * number);
  const length = UNITS[unit];
  return length === undefined ? undefined : now + number * length;
}

const NAMED: Readonly<Record<string, number>> = {
  now: 0,
  today: 0,
  yesterday: -DAY,
  tomorrow: DAY,
};

/** A date as `touch -d` and `date -d` take it, in UTC; `undefined` where it is none that is known here. */
export function parseDate(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  if (/^@-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed.slice(1)) * 1_000;
  const lower = trimmed.toLowerCase();
  const named = NAMED[lower];
  if (named !== undefined) return now + named;
  return isoDate(trimmed) ?? relativeDate(lower, now);
}

function yearOf(century: string | undefined, year: string | undefined, now: number): string {
  const short = year ?? century;
  if (short === undefined) return String(new Date(now).getUTCFullYear());
  if (year !== undefined && century !== undefined) return century + year;
  return (Number(short) < 69 ? "20" : "19") + short;
}

/** `touch -t [[CC]YY]MMDDhhmm[.ss]`. */
export function parseStamp(text: string, now: number): number | undefined {
  const found = /^(\d\d)?(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(text);
  if (found === null) return undefined;
  const [, century, year, month = "", day = "", hour = "", minute = "", second = "00"] = found;
  return isoDate(`${yearOf(century, year, now)}-${month}-${day} ${hour}:${minute}:${second}`);
}
