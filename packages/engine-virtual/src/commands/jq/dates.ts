import { formatTime } from "../dates/format-time.ts";
import type { TimeZone } from "../dates/time-zone.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { isArray, JqError } from "./json.ts";

/** A time in parts, as `gmtime` has it: the month from 0, then the days of the week and of the year. */
function partsOf(seconds: number): Json {
  const date = new Date(seconds * 1_000);
  const year = date.getUTCFullYear();
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(year, 0)) / 86_400_000);
  const fraction = seconds - Math.floor(seconds);
  return [
    ...[year, date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()],
    ...[date.getUTCSeconds() + fraction, date.getUTCDay(), dayOfYear],
  ];
}

function secondsOf(value: Json, name: string): number {
  if (!isArray(value) || value.length < 6) {
    throw new JqError(`${name} requires array of 6 numbers`);
  }
  const numbers = value.map((part) => {
    if (typeof part === "number") return Math.trunc(part);
    throw new JqError(`${name} requires parsed datetime inputs`);
  });
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  return Date.UTC(year, month, day, hour, minute, second) / 1_000;
}

/** Half a year apart, so that one of them is in no daylight saving. */
const HALVES = [Date.UTC(2024, 0, 15), Date.UTC(2024, 6, 15)];

/** jq's times have no zone: `%z` shows none, and `%Z` what the place calls its usual time. */
function usualZone(zone: TimeZone): TimeZone {
  const [usual = 0] = HALVES.toSorted((one, other) => zone.offsetAt(one) - zone.offsetAt(other));
  return { offsetAt: () => 0, nameAt: () => zone.nameAt(usual) };
}

function strftime(input: Json, format: Json, { name, zone }: Strftime): Json {
  if (typeof format !== "string") throw new JqError(`${name} requires a string format`);
  const seconds = typeof input === "number" ? Math.floor(input) : secondsOf(input, name);
  return formatTime(format, seconds * 1_000, usualZone(zone));
}

interface Strftime {
  readonly name: string;
  readonly zone: TimeZone;
}

/** A time as the clocks of the place show it, as a number that `gmtime` takes apart. */
const shownAt = (seconds: number, zone: TimeZone): number =>
  seconds + zone.offsetAt(seconds * 1_000) / 1_000;

function localtime(input: Json, zone: TimeZone): Json {
  if (typeof input === "number") return partsOf(shownAt(input, zone));
  throw new JqError("localtime() requires a number");
}

function strflocaltime(input: Json, format: Json, zone: TimeZone): Json {
  const shown = typeof input === "number" ? shownAt(input, zone) : input;
  return strftime(shown, format, { name: "strflocaltime/1", zone });
}

function gmtime(input: Json): Json {
  if (typeof input === "number") return partsOf(input);
  throw new JqError("gmtime() requires a number");
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** What a field of a format reads, and which part of a time that is. */
const FIELDS: Readonly<Record<string, readonly [pattern: string, part: string]>> = {
  Y: ["(\\d{4})", "year"],
  m: ["(\\d{1,2})", "month"],
  d: ["(\\d{1,2})", "day"],
  e: [" ?(\\d{1,2})", "day"],
  H: ["(\\d{1,2})", "hour"],
  M: ["(\\d{1,2})", "minute"],
  S: ["(\\d{1,2})", "second"],
  y: ["(\\d{2})", "shortYear"],
  j: ["(\\d{1,3})", "dayOfYear"],
  b: ["([A-Za-z]{3,9})", "monthName"],
  B: ["([A-Za-z]{3,9})", "monthName"],
  a: ["([A-Za-z]{3,9})", "dayName"],
  A: ["([A-Za-z]{3,9})", "dayName"],
  Z: ["([A-Za-z]+)", "zone"],
  z: ["([-+]\\d{2}:?\\d{2}|Z)", "offset"],
  s: ["(-?\\d+)", "seconds"],
};

const SHORT: Readonly<Record<string, string>> = {
  T: "%H:%M:%S",
  F: "%Y-%m-%d",
  D: "%m/%d/%y",
  R: "%H:%M",
  c: "%a %b %e %H:%M:%S %Y",
};

/** Takes one piece of a format off a text: how long it is there, `undefined` where it is not. */
function takePiece(piece: string, rest: string, read: Map<string, string>): number | undefined {
  if (/^\s/.test(piece)) return rest.length - rest.trimStart().length;
  const field = piece.startsWith("%") ? FIELDS[piece.charAt(1)] : undefined;
  if (field !== undefined) return takeField(field, rest, read);
  const same = piece === "%%" ? "%" : piece;
  return rest.startsWith(same) ? same.length : undefined;
}

function takeField(
  [pattern, part]: readonly [string, string],
  rest: string,
  read: Map<string, string>,
): number | undefined {
  const [all, value] = PATTERNS.get(pattern)?.exec(rest) ?? [];
  if (value === undefined) return undefined;
  read.set(part, value);
  return all?.length;
}

/** Reads a text by a format: what each part of the time says. */
function readTime(text: string, format: string): ReadonlyMap<string, string> | undefined {
  const whole = format.replace(/%([TFDRc])/g, (_, letter: string) => SHORT[letter] ?? "");
  const read = new Map<string, string>();
  let at = 0;
  for (const [piece] of whole.matchAll(/%[^]|\s+|[^%\s]+/g)) {
    const length = takePiece(piece, text.slice(at), read);
    if (length === undefined) return undefined;
    at += length;
  }
  return at === text.length ? read : undefined;
}

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.values(FIELDS).map(([pattern]) => [pattern, new RegExp(`^${pattern}`)]),
);

function monthOf(read: ReadonlyMap<string, string>): number {
  const name = read.get("monthName")?.slice(0, 3).toLowerCase();
  return name === undefined ? Number(read.get("month") ?? 1) - 1 : MONTHS.indexOf(name);
}

/** The second, since 1970, that the parts of a time say. */
function secondIn(read: ReadonlyMap<string, string>): number {
  const part = (name: string, otherwise = 0): number => Number(read.get(name) ?? otherwise);
  if (read.has("seconds")) return part("seconds");
  const short = part("shortYear");
  const year = part("year", (short < 69 ? 2000 : 1900) + short);
  const isByDay = read.has("dayOfYear");
  const day = isByDay ? part("dayOfYear") : part("day", 1);
  const month = isByDay ? 0 : monthOf(read);
  return Date.UTC(year, month, day, part("hour"), part("minute"), part("second")) / 1_000;
}

function strptime(input: Json, format: Json = null): Json {
  if (typeof input !== "string" || typeof format !== "string") {
    throw new JqError("strptime/1 requires string inputs and arguments");
  }
  const read = readTime(input, format);
  if (read === undefined) throw new JqError(`date "${input}" does not match format "${format}"`);
  return partsOf(secondIn(read));
}

export const DATE_FUNCTIONS: Readonly<
  Record<string, (input: Json, ...args: readonly Json[]) => Json>
> = {
  "gmtime/0": gmtime,
  "mktime/0": (input) => {
    if (!isArray(input)) throw new JqError("mktime requires array of 6 numbers");
    return Math.floor(secondsOf(input, "mktime"));
  },
  "strptime/1": strptime,
};

/** The same for those that also ask where they are. */
export const ZONE_FUNCTIONS: Readonly<
  Record<string, (zone: TimeZone, input: Json, format: Json) => Json>
> = {
  "localtime/0": (zone, input) => localtime(input, zone),
  "strflocaltime/1": (zone, input, format) => strflocaltime(input, format, zone),
  "strftime/1": (zone, input, format) => {
    if (typeof input === "number" || isArray(input)) {
      return strftime(input, format, { name: "strftime/1", zone });
    }
    throw new JqError(`strftime/1 requires parsed datetime inputs, not ${described(input)}`);
  },
};
