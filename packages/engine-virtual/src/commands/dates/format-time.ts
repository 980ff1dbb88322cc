import { offsetText, type TimeZone, UTC } from "./time-zone.ts";

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const DAY = 86_400_000;

/** A moment, and the fraction of its second that a `Date` does not hold. */
interface Moment {
  /** What the clocks of the zone show, as the UTC of a `Date`. */
  readonly date: Date;
  readonly time: number;
  readonly zone: TimeZone;
  readonly nanoseconds: number;
}

/** What a field shows, and how it is filled up: to `width` with `pad`. */
interface Field {
  readonly show: (moment: Moment) => string | number;
  readonly width?: number;
  readonly pad?: "0" | " ";
}

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / DAY);

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
  show: ({ time, zone }) => formatTime(format, time, zone),
});

const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? "";
const dayOf = (date: Date): string => DAYS[date.getUTCDay()] ?? "";
const halfOf = (date: Date): string => (date.getUTCHours() < 12 ? "AM" : "PM");

const offset =
  (between: string, withSeconds = false) =>
  ({ time, zone }: Moment): string =>
    offsetText(zone.offsetAt(time), between, withSeconds);

/** What stands behind a `%`. */
const FIELDS: Readonly<Record<string, Field>> = {
  "%": text(() => "%"),
  a: text((date) => dayOf(date).slice(0, 3)),
  A: text(dayOf),
  b: text((date) => monthOf(date).slice(0, 3)),
  B: text(monthOf),
  c: as("%a %b %e %H:%M:%S %Y"),
  C: two((date) => Math.floor(date.getUTCFullYear() / 100)),
  d: two((date) => date.getUTCDate()),
  D: as("%m/%d/%y"),
  e: spaced((date) => date.getUTCDate()),
  F: as("%Y-%m-%d"),
  g: two((date) => thursdayOf(date).getUTCFullYear() % 100),
  G: { show: ({ date }) => thursdayOf(date).getUTCFullYear(), width: 4, pad: "0" },
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
  s: { show: ({ time }) => Math.floor(time / 1_000) },
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
  y: two((date) => date.getUTCFullYear() % 100),
  Y: { show: ({ date }) => date.getUTCFullYear(), width: 4, pad: "0" },
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

function shown(moment: Moment, spec: Spec): string | undefined {
  if (spec.name === "N") return fraction(moment, spec);
  const field = FIELDS[spec.name];
  if (field === undefined) return undefined;
  const value = cased(String(field.show(moment)), spec.flags);
  const isNumber = typeof field.show(moment) === "number";
  const pad = padOf(spec.flags, field.pad ?? (isNumber ? "0" : " "));
  const width = Number(spec.width) || (field.width ?? 0);
  return pad === "" ? value : value.padStart(Math.min(width, 1_000), pad);
}

const SPEC = /%([-_0^#]*)(\d*)[EO]?(:{1,2}(?=z))?(.)/gs;

/** strftime(3) in English, with GNU's flags; a field that is not known stays as it is. */
export function formatTime(format: string, time: number, zone = UTC): string {
  const seconds = Math.floor(time / 1_000);
  const nanoseconds = Math.min(999_999_999, Math.trunc((time - seconds * 1_000) * 1e6));
  const date = new Date(seconds * 1_000 + zone.offsetAt(seconds * 1_000));
  const moment = { date, nanoseconds, time, zone };
  return format.replace(SPEC, (whole: string, ...found) => {
    const [flags = "", width = "", colons = "", name = ""] = found as (string | undefined)[];
    return shown(moment, { flags, width, name: colons + name }) ?? whole;
  });
}
