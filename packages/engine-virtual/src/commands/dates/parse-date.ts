import { readItems, type Said } from "./date-items.ts";
import { type Move, NO_MOVE } from "./relative-date.ts";
import { atClock, atClockOrBehind, type TimeZone, timeZone, UTC } from "./time-zone.ts";

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

/** Days and months move what a calendar and a clock show. */
function moved(shown: number, { months, days }: Move): number {
  if (months === 0 && days === 0) return shown;
  const date = new Date(shown);
  const fraction = shown - Math.floor(shown);
  date.setUTCMonth(date.getUTCMonth() + months, date.getUTCDate() + days);
  return date.getTime() + fraction;
}

/** `TZ="Europe/Berlin" 10:00`: a zone for this text alone. */
const IN_ZONE = /^TZ="((?:[^"\\]|\\["\\])*)"\s*/;

function momentOf(said: Said, now: number, zone: TimeZone): number | undefined {
  const localNow = now + zone.offsetAt(now);
  const [day, time] = [dayOf(said, localNow), timeOf(said, localNow)];
  if (day === undefined || time === undefined) return undefined;
  const move = said.move ?? NO_MOVE;
  const shown = moved(day + time, move);
  if (Number.isNaN(shown)) return undefined;
  if (said.zone !== undefined) return shown + (move.seconds - said.zone) * 1_000;
  const begin = atClock(zone, day + time);
  if (begin === undefined) return undefined;
  const found = shown === day + time ? begin : atClockOrBehind(zone, shown, zone.offsetAt(begin));
  return found + move.seconds * 1_000;
}

/** A date as `touch -d` and `date -d` take it; `undefined` where it is none that is known here. */
export function parseDate(text: string, now: number, zone = UTC): number | undefined {
  const trimmed = text.trim();
  const [prefix, named] = IN_ZONE.exec(trimmed) ?? [];
  if (prefix !== undefined && named !== undefined) {
    return parseDate(trimmed.slice(prefix.length), now, timeZone(named.replace(/\\(.)/g, "$1")));
  }
  if (/^@-?\d+(?:[.,]\d+)?$/.test(trimmed)) {
    return Number(trimmed.slice(1).replace(",", ".")) * 1_000;
  }
  const said = readItems(trimmed);
  return said === undefined ? undefined : momentOf(said, now, zone);
}

function yearOf(century: string | undefined, year: string | undefined, now: number): number {
  const short = year ?? century;
  if (short === undefined) return new Date(now).getUTCFullYear();
  if (year !== undefined && century !== undefined) return Number(century + year);
  return Number((Number(short) < 69 ? "20" : "19") + short);
}

/** `touch -t [[CC]YY]MMDDhhmm[.ss]`. */
export function parseStamp(text: string, now: number, zone = UTC): number | undefined {
  const found = /^(\d\d)?(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(text);
  if (found === null) return undefined;
  const [, century, year, ...parts] = found;
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number((part as string | undefined) ?? 0),
  );
  const midnight = utc(yearOf(century, year, now), month, day);
  const time = timeOf({ time: { hour, minute, second } }, now);
  return midnight === undefined || time === undefined ? undefined : atClock(zone, midnight + time);
}
