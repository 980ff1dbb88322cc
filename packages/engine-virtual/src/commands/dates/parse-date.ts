import { readItems, type Said } from "./date-items.ts";
import { type Move, NO_MOVE } from "./relative-date.ts";

/** `undefined` where a month has no such day, or a day no such hour. */
function utc(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : undefined;
}

/** Midnight of the day that is meant. */
function dayOf({ day, weekday }: Said, now: number): number | undefined {
  const today = new Date(now);
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  if (day !== undefined) return utc(day.year ?? today.getUTCFullYear(), day.month, day.day);
  if (weekday === undefined) return midnight;
  const ahead = (weekday.day - today.getUTCDay() + 7) % 7;
  // The next Monday is the one that comes, unless today is one.
  const weeks = weekday.count - (weekday.count > 0 && ahead > 0 ? 1 : 0);
  return midnight + (ahead + weeks * 7) * 86_400_000;
}

/** What of the day has passed: as now, where nothing is said but how far from now it is. */
function timeOf({ time, day, weekday, move }: Said, now: number): number | undefined {
  if (time === undefined) {
    const isFromNow = move !== undefined && day === undefined && weekday === undefined;
    return isFromNow ? ((now % 86_400_000) + 86_400_000) % 86_400_000 : 0;
  }
  const { hour, minute, second } = time;
  if (hour > 23 || minute > 59 || second >= 61) return undefined;
  return (hour * 3_600 + minute * 60 + second) * 1_000;
}

function moved(time: number, { months, days, seconds }: Move): number {
  if (months === 0 && days === 0) return time + seconds * 1_000;
  const date = new Date(time);
  const fraction = time - Math.floor(time);
  date.setUTCMonth(date.getUTCMonth() + months, date.getUTCDate() + days);
  return date.getTime() + fraction + seconds * 1_000;
}

/** A date as `touch -d` and `date -d` take it, in UTC; `undefined` where it is none that is known here. */
export function parseDate(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  if (/^@-?\d+(?:[.,]\d+)?$/.test(trimmed)) {
    return Number(trimmed.slice(1).replace(",", ".")) * 1_000;
  }
  const said = readItems(trimmed);
  if (said === undefined) return undefined;
  const day = dayOf(said, now);
  const time = timeOf(said, now);
  if (day === undefined || time === undefined) return undefined;
  const found = moved(day + time - (said.zone ?? 0) * 1_000, said.move ?? NO_MOVE);
  return Number.isNaN(found) ? undefined : found;
}

function yearOf(century: string | undefined, year: string | undefined, now: number): number {
  const short = year ?? century;
  if (short === undefined) return new Date(now).getUTCFullYear();
  if (year !== undefined && century !== undefined) return Number(century + year);
  return Number((Number(short) < 69 ? "20" : "19") + short);
}

/** `touch -t [[CC]YY]MMDDhhmm[.ss]`. */
export function parseStamp(text: string, now: number): number | undefined {
  const found = /^(\d\d)?(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(text);
  if (found === null) return undefined;
  const [, century, year, ...parts] = found;
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number((part as string | undefined) ?? 0),
  );
  const midnight = utc(yearOf(century, year, now), month, day);
  const time = timeOf({ time: { hour, minute, second } }, now);
  return midnight === undefined || time === undefined ? undefined : midnight + time;
}
