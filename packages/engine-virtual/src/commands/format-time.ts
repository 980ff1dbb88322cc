const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const two = (number: number): string => String(number).padStart(2, "0");

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / 86_400_000) + 1;

/** What stands behind a `%`, for a time in UTC. */
const FIELDS: Readonly<Record<string, (date: Date) => string>> = {
  "%": () => "%",
  a: (date) => (DAYS[date.getUTCDay()] ?? "").slice(0, 3),
  A: (date) => DAYS[date.getUTCDay()] ?? "",
  b: (date) => (MONTHS[date.getUTCMonth()] ?? "").slice(0, 3),
  B: (date) => MONTHS[date.getUTCMonth()] ?? "",
  d: (date) => two(date.getUTCDate()),
  D: (date) => formatTime("%m/%d/%y", date.getTime()),
  e: (date) => String(date.getUTCDate()).padStart(2),
  F: (date) => formatTime("%Y-%m-%d", date.getTime()),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(date.getUTCHours() % 12 || 12),
  j: (date) => String(dayOfYear(date)).padStart(3, "0"),
  m: (date) => two(date.getUTCMonth() + 1),
  M: (date) => two(date.getUTCMinutes()),
  n: () => "\n",
  N: (date) => String(date.getUTCMilliseconds()).padStart(3, "0").padEnd(9, "0"),
  p: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"),
  R: (date) => formatTime("%H:%M", date.getTime()),
  s: (date) => String(Math.floor(date.getTime() / 1_000)),
  S: (date) => two(date.getUTCSeconds()),
  t: () => "\t",
  T: (date) => formatTime("%H:%M:%S", date.getTime()),
  u: (date) => String(date.getUTCDay() || 7),
  w: (date) => String(date.getUTCDay()),
  y: (date) => two(date.getUTCFullYear() % 100),
  Y: (date) => String(date.getUTCFullYear()),
  z: () => "+0000",
  Z: () => "UTC",
};

/** strftime(3) in UTC and English; a field that is not known stays as it is. */
export function formatTime(format: string, time: number): string {
  const date = new Date(time);
  return format.replace(/%(.)/gs, (whole, field: string) => FIELDS[field]?.(date) ?? whole);
}
