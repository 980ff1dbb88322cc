const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

const two = (value: number) => value.toString().padStart(2, "0");

type Field = (date: Date) => string;

const FIELDS: Readonly<Record<string, Field>> = {
  Y: (date) => date.getUTCFullYear().toString(),
  y: (date) => two(date.getUTCFullYear() % 100),
  m: (date) => two(date.getUTCMonth() + 1),
  d: (date) => two(date.getUTCDate()),
  e: (date) => date.getUTCDate().toString().padStart(2),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(date.getUTCHours() % 12 || 12),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
  p: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"),
  a: (date) => (DAYS[date.getUTCDay()] ?? "").slice(0, 3),
  A: (date) => DAYS[date.getUTCDay()] ?? "",
  b: (date) => (MONTHS[date.getUTCMonth()] ?? "").slice(0, 3),
  B: (date) => MONTHS[date.getUTCMonth()] ?? "",
  j: (date) => dayOfYear(date).toString().padStart(3, "0"),
  u: (date) => (date.getUTCDay() || 7).toString(),
  w: (date) => date.getUTCDay().toString(),
  s: (date) => Math.floor(date.getTime() / 1000).toString(),
  z: () => "+0000",
  Z: () => "UTC",
  n: () => "\n",
  t: () => "\t",
  "%": () => "%",
};

const WHOLE: Readonly<Record<string, string>> = {
  ...{ F: "%Y-%m-%d", T: "%H:%M:%S", R: "%H:%M", D: "%m/%d/%y", c: "%a %b %e %H:%M:%S %Y" },
  ...{ x: "%m/%d/%y", X: "%H:%M:%S", "": "%X" },
};

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** A time as strftime(3) writes it, in UTC. */
export function formatTime(format: string, milliseconds: number): string {
  const date = new Date(milliseconds);
  const full = (WHOLE[format] ?? format).replace(
    /%([FTRDcxX])/g,
    (all, letter: string) => WHOLE[letter] ?? all,
  );
  return full.replace(/%([a-zA-Z%])/g, (all, letter: string) => FIELDS[letter]?.(date) ?? all);
}
