import { offsetText, type TimeZone, UTC } from "./time-zone.ts";

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const DAY = 86_400_000;

/** Seconds of 400 years, after which the calendar begins again with the same day of the week. */
export const ERA = 12_622_780_800;

/** The first and the last whose year is an `int` to the C library, as near to it as a number is. */
export const FIRST_SECOND = -67_768_040_609_740_800;
export const LAST_SECOND = 67_768_036_191_676_792;

/** As many milliseconds as a `Date` may be away from 1970, less than an era. */
const NEAR = 8e15;

/** What is shown: a time, and how many eras it has been moved to be one that a `Date` can hold. */
export interface Shown {
  readonly time: number;
  readonly eras: number;
  /** Whether years are filled up with zeros, as GNU's programs do and the C library does not. */
  readonly isFilled: boolean;
}

/** A moment, and the fraction of its second that a `Date` does not hold. */
interface Moment extends Shown {
  /** What the clocks of the zone show, as the UTC of a `Date`. */
  readonly date: Date;
  readonly zone: TimeZone;
  readonly nanoseconds: number;
}

/** What a field shows, and how it is filled up: to `width` with `pad`. */
interface Field {
  readonly show: (moment: Moment) => string | number;
  readonly width?: number;
  readonly pad?: "0" | " ";
  readonly isYear?: boolean;
}

/** The year begins on the same day as the one 400 years later, which is none of the first hundred. */
const dayOfYear = (date: Date): number => {
  const shifted = date.getTime() + ERA * 1_000;
  return Math.floor((shifted - Date.UTC(date.getUTCFullYear() + 400, 0)) / DAY);
};

const yearOf = (date: Date, { eras }: Moment): number => date.getUTCFullYear() + 400 * eras;

/** The last two digits: the C library counts on from the century before, GNU's programs back. */
function inCentury(year: number, { isFilled }: Moment): number {
  return isFilled ? Math.abs(year % 100) : ((year % 100) + 100) % 100;
}

function century(year: number, { isFilled }: Moment): number | string {
  if (!isFilled) return Math.floor(year / 100);
  return year < 0 && year > -100 ? "-0" : Math.trunc(year / 100);
}

/** The week of the year, counted from the first one that begins with `first`. */
const weekFrom = (date: Date, first: number): number =>
  Math.floor((dayOfYear(date) + 7 - ((date.getUTCDay() - first + 7) % 7)) / 7);

/** The Thursday of a day's week: its year is the week's (ISO 8601). */
const thursdayOf = (date: Date): Date =>
  new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);

const two = (show: (date: Date) => number): Field => ({
  show: ({ date }) => show(date),
  width: 2,
  pad: "0",
});
const spaced = (show: (date: Date) => number): Field => ({ ...two(show), pad: " " });
const text = (show: (date: Date) => string): Field => ({ show: ({ date }) => show(date) });
const as = (format: string): Field => ({
  show: (moment) => formatMoment(format, moment),
});
const year = (show: (moment: Moment) => string | number, width: number): Field => ({
  ...{ show, width, pad: "0", isYear: true },
});

const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? "";
const dayOf = (date: Date): string => DAYS[date.getUTCDay()] ?? "";
const halfOf = (date: Date): string => (date.getUTCHours() < 12 ? "AM" : "PM");

const offset =
  (between: string, withSeconds = false) =>
  ({ time, zone }: Moment): string =>
    offsetText(zone.offsetAt(time), between, withSeconds);

/** More of them than a number can tell exactly. */
const secondsOf = ({ eras, time }: Moment): string =>
  String(BigInt(Math.floor(time / 1_000)) + BigInt(ERA) * BigInt(eras));

/** What stands behind a `%`. */
const FIELDS: Readonly<Record<string, Field>> = {
  "%": text(() => "%"),
  a: text((date) => dayOf(date).slice(0, 3)),
  A: text(dayOf),
  b: text((date) => monthOf(date).slice(0, 3)),
  B: text(monthOf),
  c: as("%a %b %e %H:%M:%S %Y"),
  C: year((moment) => century(yearOf(moment.date, moment), moment), 2),
  d: two((date) => date.getUTCDate()),
  D: as("%m/%d/%y"),
  e: spaced((date) => date.getUTCDate()),
  F: as("%Y-%m-%d"),
  g: {
    ...{ width: 2, pad: "0" },
    show: (moment) => inCentury(yearOf(thursdayOf(moment.date), moment), moment),
  },
  G: year((moment) => yearOf(thursdayOf(moment.date), moment), 4),
  h: text((date) => monthOf(date).slice(0, 3)),
  H: two((date) => date.getUTCHours()),
  I: two((date) => date.getUTCHours() % 12 || 12),
  j: { show: ({ date }) => dayOfYear(date) + 1, width: 3, pad: "0" },
  k: spaced((date) => date.getUTCHours()),
  l: spaced((date) => date.getUTCHours() % 12 || 12),
  m: two((date) => date.getUTCMonth() + 1),
  M: two((date) => date.getUTCMinutes()),
  n: text(() => "\n"),
  p: text(halfOf),
  P: text((date) => halfOf(date).toLowerCase()),
  q: { show: ({ date }) => Math.floor(date.getUTCMonth() / 3) + 1 },
  r: as("%I:%M:%S %p"),
  R: as("%H:%M"),
  s: { show: secondsOf, pad: "0" },
  S: two((date) => date.getUTCSeconds()),
  t: text(() => "\t"),
  T: as("%H:%M:%S"),
  u: { show: ({ date }) => date.getUTCDay() || 7 },
  U: two((date) => weekFrom(date, 0)),
  V: two((date) => Math.floor(dayOfYear(thursdayOf(date)) / 7) + 1),
  w: { show: ({ date }) => date.getUTCDay() },
  W: two((date) => weekFrom(date, 1)),
  x: as("%m/%d/%y"),
  X: as("%H:%M:%S"),
  y: {
    ...{ width: 2, pad: "0" },
    show: (moment) => inCentury(yearOf(moment.date, moment), moment),
  },
  Y: year((moment) => yearOf(moment.date, moment), 4),
  z: { show: offset("") },
  ":z": { show: offset(":") },
  "::z": { show: offset(":", true) },
  Z: { show: ({ time, zone }) => zone.nameAt(time) },
};

interface Spec {
  readonly flags: string;
  readonly width: string;
  readonly name: string;
}

/** Nanoseconds: a width says how many places are shown. */
function fraction({ nanoseconds }: Moment, { flags, width }: Spec): string {
  const places = String(nanoseconds).padStart(9, "0");
  if (flags.includes("-")) return places.replace(/0+$/, "") || "0";
  return width === "" ? places : places.slice(0, Number(width)).padEnd(Number(width), "0");
}

function cased(value: string, flags: string): string {
  if (flags.includes("^")) return value.toUpperCase();
  if (!flags.includes("#")) return value;
  return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
}

function padOf(flags: string, usual: string): string {
  const last = /[-_0]/.exec(flags.split("").toReversed().join(""))?.[0];
  if (last === undefined) return usual;
  return { "-": "", _: " ", "0": "0" }[last] ?? usual;
}

/** How wide a field is where that is not said. */
function usualWidth({ isYear = false, width = 0 }: Field, { isFilled }: Moment): number {
  return isYear && !isFilled ? 0 : width;
}

/** Zeros stand behind the sign of a year. */
function filled(value: string, width: number, pad: string): string {
  if (pad === "") return value;
  const sign = pad === "0" && value.startsWith("-") ? "-" : "";
  return sign + value.slice(sign.length).padStart(Math.min(width, 1_000) - sign.length, pad);
}

function shown(moment: Moment, spec: Spec): string | undefined {
  if (spec.name === "N") return fraction(moment, spec);
  const field = FIELDS[spec.name];
  if (field === undefined) return undefined;
  const given = field.show(moment);
  const pad = padOf(spec.flags, field.pad ?? (typeof given === "number" ? "0" : " "));
  const width = Number(spec.width) || usualWidth(field, moment);
  return filled(cased(String(given), spec.flags), width, pad);
}

const SPEC = /%([-_0^#]*)(\d*)[EO]?(:{1,2}(?=z))?(.)/gs;

/** strftime(3) in English, with GNU's flags; a field that is not known stays as it is. */
export function formatTime(format: string, time: number, zone = UTC): string {
  const eras = Math.abs(time) > NEAR ? Math.floor(time / (ERA * 1_000)) : 0;
  return formatShown(format, { time: time - eras * ERA * 1_000, eras, isFilled: true }, zone);
}

/** The same for a time that is told in eras. */
export function formatShown(format: string, told: Shown, zone: TimeZone): string {
  const { time } = told;
  const seconds = Math.floor(time / 1_000);
  const nanoseconds = Math.min(999_999_999, Math.trunc((time - seconds * 1_000) * 1e6));
  const date = new Date(seconds * 1_000 + zone.offsetAt(seconds * 1_000));
  return formatMoment(format, { ...told, date, nanoseconds, zone });
}

function formatMoment(format: string, moment: Moment): string {
  return format.replace(SPEC, (whole: string, ...found) => {
    const [flags = "", width = "", colons = "", name = ""] = found as (string | undefined)[];
    return shown(moment, { flags, width, name: colons + name }) ?? whole;
  });
}
