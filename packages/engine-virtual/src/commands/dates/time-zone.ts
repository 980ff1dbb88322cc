import { clockOffset } from "./clock-offset.ts";
import { ruleZone } from "./rule-zone.ts";
import { SHORT_NAMES } from "./zone-names.ts";

/** What the clocks of a place show. Times are milliseconds since 1970. */
export interface TimeZone {
  /** Milliseconds east of Greenwich. */
  offsetAt(time: number): number;
  /** `EST`, `CEST`, `+03`. */
  nameAt(time: number): string;
}

const fixed = (offset: number, name: string): TimeZone => ({
  offsetAt: () => offset,
  nameAt: () => name,
});

export const UTC = fixed(0, "UTC");

/** `+hhmm` with something between, and seconds where they are asked for. */
export function offsetText(offset: number, between = "", withSeconds = false): string {
  const all = Math.abs(Math.trunc(offset / 1_000));
  const parts = [all / 3_600, (all / 60) % 60, ...(withSeconds ? [all % 60] : [])];
  const digits = parts.map((part) => String(Math.trunc(part)).padStart(2, "0"));
  return (offset < 0 ? "-" : "+") + digits.join(between);
}

/** Unicode's data name no zone before 1970: then it is what the same offset is called a little later. */
const SEASONS = [Date.UTC(1971, 0), Date.UTC(1971, 6)] as const;

class NamedZone implements TimeZone {
  readonly #offsets: Intl.DateTimeFormat;
  readonly #names: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#offsets = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    this.#names = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "long" });
  }

  offsetAt(time: number): number {
    return clockOffset(this.#part(this.#offsets, time).replace("GMT", ""));
  }

  nameAt(time: number): string {
    const offset = this.offsetAt(time);
    const named = time < 0 ? SEASONS.find((one) => this.offsetAt(one) === offset) : time;
    const short = named === undefined ? undefined : SHORT_NAMES[this.#part(this.#names, named)];
    return short ?? offsetText(offset).replace(/00$/, "");
  }

  #part(format: Intl.DateTimeFormat, time: number): string {
    return format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  }
}

/** `EST5`, `<+03>-3`: hours to the west, all year. */
function offsetZone(text: string): TimeZone | undefined {
  const [, name, signed, sign = "", hours = "", minutes = "00"] =
    /^(?:([A-Za-z]{3,})|<([\w+-]{3,})>)([+-]?)(\d{1,2})(?::(\d\d))?$/.exec(text) ?? [];
  const shown = name ?? signed;
  if (shown === undefined) return undefined;
  return fixed(-clockOffset(`${sign || "+"}${hours}:${minutes}`), shown);
}

/** A place that is on record, by its exact name. */
function namedZone(name: string): TimeZone | undefined {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return undefined;
  try {
    const known = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
    const isMiswritten = known !== name && known.toLowerCase() === name.toLowerCase();
    return isMiswritten ? undefined : new NamedZone(name);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function madeZone(name: string): TimeZone {
  if (/^(?:Etc\/)?(?:UTC|UCT|Zulu|Universal)?0?$/.test(name)) return UTC;
  if (/^(?:Etc\/)?GMT0?$/.test(name)) return fixed(0, "GMT");
  const found = offsetZone(name) ?? namedZone(name) ?? ruleZone(name);
  if (found !== undefined) return found;
  // As the C library has it: what it does not know is UTC by another name.
  return fixed(0, /^[A-Za-z]{3,}/.exec(name)?.[0] ?? "");
}

/** Making one costs more than all that is asked of it. */
const made = new Map<string, TimeZone>();

/** The zone of a `TZ`; UTC without one. */
export function timeZone(text = ""): TimeZone {
  const name = text.replace(/^:/, "");
  const zone = made.get(name) ?? madeZone(name);
  if (made.size < 100) made.set(name, zone);
  return zone;
}

/**
 * When the clocks of a place show a time; `undefined` where they leave it out. Of two such moments the one
 * that is found first from a guess, as mktime(3) does it.
 */
export function atClock(zone: TimeZone, shown: number, guess = 0): number | undefined {
  let time = shown - guess;
  for (let round = 0; round < 4; round += 1) {
    const missed = shown - time - zone.offsetAt(time);
    if (missed === 0) return time;
    time += missed;
  }
  return undefined;
}

/** The same, but where the clocks leave it out they go on as they did before. */
export function atClockOrBehind(zone: TimeZone, shown: number, guess: number): number {
  const before = shown - zone.offsetAt(shown - 86_400_000);
  return atClock(zone, shown, guess) ?? before;
}
