import { formatTime } from "../dates/format-time.ts";
import type { TimeZone } from "../dates/time-zone.ts";
import type { Json } from "./json.ts";
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
    throw new JqError(`${name} requires parsed datetime inputs`);
  }
  const numbers = value.map((part) => {
    if (typeof part === "number") return Math.trunc(part);
    throw new JqError(`${name} requires parsed datetime inputs`);
  });
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  return Date.UTC(year, month, day, hour, minute, second) / 1_000;
}

/** The name of a zone, as it is without summer time: which of both holds, no list of parts says. */
function zoneOf(zone: TimeZone, time: number): TimeZone {
  const [winter, summer] = [0, 6].map((month) => Date.UTC(new Date(time).getUTCFullYear(), month));
  const isNorth = zone.offsetAt(winter ?? 0) <= zone.offsetAt(summer ?? 0);
  const name = zone.nameAt((isNorth ? winter : summer) ?? 0);
  return { offsetAt: () => 0, nameAt: () => name };
}

/** `strftime` and `strflocaltime`, which is told the zone that a number is shown in. */
function formattedTime(
  input: Json,
  format: Json,
  {
    name,
    zone,
    isLocal,
  }: { readonly name: string; readonly zone: TimeZone; readonly isLocal: boolean },
): Json {
  if (typeof format !== "string") throw new JqError(`${name} requires a string format`);
  const seconds = typeof input === "number" ? Math.floor(input) : secondsOf(input, name);
  if (!(Math.abs(seconds) <= LATEST)) inParts(seconds, name);
  const shift = isLocal && typeof input === "number" ? zone.offsetAt(seconds * 1_000) : 0;
  const time = seconds * 1_000 + shift;
  return formatTime(format, time, zoneOf(zone, time));
}

/** `localtime` */
function localParts(input: Json, zone: TimeZone): Json {
  const shift = typeof input === "number" ? zone.offsetAt(input * 1_000) / 1_000 : 0;
  return inParts(typeof input === "number" ? input + shift : input, "localtime");
}

/** The last second that there is a date for. */
const LATEST = 8_640_000_000_000;

function inParts(input: Json, name: string): Json {
  const isTime = typeof input === "number" && Math.abs(input) <= LATEST;
  if (isTime) return partsOf(input);
  if (typeof input === "number")
    throw new JqError("error converting number of seconds since epoch to datetime");
  throw new JqError(`${name}() requires numeric inputs`);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** What a field of a format reads, and which part of a time that is. */
const FIELDS: Readonly<Record<string, readonly [pattern: string, part: string]>> = {
  Y: ["(\\d{4})", "year"],
  m: ["(\\d{1,2})", "month"],
  d: ["(\\d{1,2})", "day"],
  e: [" ?(\\d{1,2})", "day"],
  H: ["(\\d{1,2})", "hour"],
  I: ["(\\d{1,2})", "hour12"],
  p: ["([AaPp][Mm])", "half"],
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

const DAY = 86_400_000;

function yearIn(read: ReadonlyMap<string, string>): number {
  const short = read.get("shortYear");
  if (short !== undefined) return (Number(short) < 69 ? 2000 : 1900) + Number(short);
  return Number(read.get("year") ?? 1900);
}

/** The second, since 1970, that the parts of a time say. */
function secondIn(read: ReadonlyMap<string, string>): number {
  const part = (name: string, otherwise = 0): number => Number(read.get(name) ?? otherwise);
  if (read.has("seconds")) return part("seconds");
  const year = yearIn(read);
  const isByDay = read.has("dayOfYear");
  const day = isByDay ? part("dayOfYear") : part("day", 1);
  const month = isByDay ? 0 : monthOf(read);
  return Date.UTC(year, month, day, hourOf(read), part("minute"), part("second")) / 1_000;
}

function hourOf(read: ReadonlyMap<string, string>): number {
  const half = read.get("hour12");
  if (half === undefined) return Number(read.get("hour") ?? 0);
  return (Number(half) % 12) + (read.get("half")?.toLowerCase() === "pm" ? 12 : 0);
}

/** The parts as they are read, and what the calendar says to them, even where there is no such day. */
function partsIn(read: ReadonlyMap<string, string>): Json {
  const part = (name: string): number => Number(read.get(name) ?? 0);
  const [year, month, day] = [yearIn(read), monthOf(read), part("day")];
  const noon = new Date(Date.UTC(year, month, day));
  const dayOfYear = Math.round((Date.UTC(year, month, 0) - Date.UTC(year, 0, 0)) / DAY) + day - 1;
  const isDay = ["year", "shortYear", "month", "monthName", "day"].some((name) => read.has(name));
  const calendar = isDay ? [noon.getUTCDay(), dayOfYear] : [8, 367];
  return [year, month, day, hourOf(read), part("minute"), part("second"), ...calendar];
}

function strptime(input: Json, format: Json = null): Json {
  if (typeof input !== "string" || typeof format !== "string") {
    throw new JqError("strptime/1 requires string inputs and arguments");
  }
  const read = readTime(input, format);
  if (read === undefined) throw new JqError(`date "${input}" does not match format "${format}"`);
  return read.has("seconds") || read.has("dayOfYear") ? partsOf(secondIn(read)) : partsIn(read);
}

export const DATE_FUNCTIONS: Readonly<
  Record<string, (input: Json, ...args: readonly Json[]) => Json>
> = {
  "gmtime/0": (input) => inParts(input, "gmtime"),
  "mktime/0": (input) => {
    if (!isArray(input)) throw new JqError("mktime requires array inputs");
    return Math.floor(secondsOf(input, "mktime"));
  },
  "strptime/1": strptime,
};

/** The same for those that also ask where they are. */
export const ZONE_FUNCTIONS: Readonly<
  Record<string, (zone: TimeZone, input: Json, format: Json) => Json>
> = {
  "localtime/0": (zone, input) => localParts(input, zone),
  "strflocaltime/1": (zone, input, format) =>
    formattedTime(input, format, { name: "strflocaltime/1", zone, isLocal: true }),
  "strftime/1": (zone, input, format) =>
    formattedTime(input, format, { name: "strftime/1", zone, isLocal: false }),
};
