import { findText } from "../../regex/find-text.ts";
import { formatTime } from "../dates/format-time.ts";
import { atClockOrBehind, type TimeZone, timeZone, UTC } from "../dates/time-zone.ts";
import { lengthOf, sliceOf, charactersBefore } from "../characters.ts";
import type { Machine } from "./machine.ts";
import type { Value } from "./value.ts";
import { isTrue, toNumber } from "./value.ts";

/** A function that its values are enough for. */
export interface PlainFunction {
  readonly least: number;
  readonly most: number;
  readonly run: (values: readonly Value[], machine: Machine) => Value;
}

const ofNumber = (work: (number: number) => number): PlainFunction => ({
  least: 1,
  most: 1,
  run: ([value]) => work(toNumber(value)),
});

const ofText = (work: (text: string) => Value): PlainFunction => ({
  least: 1,
  most: 1,
  run: ([value], machine) => {
    const text = machine.text(value);
    machine.worked(text.length);
    return work(text);
  },
});

/** Bits of whole numbers, of which a double holds 53. */
const ofBits = (work: (left: bigint, right: bigint) => bigint): PlainFunction => ({
  least: 2,
  most: 2,
  run: (values) =>
    Number(values.map((value) => BigInt(Math.trunc(Math.max(0, toNumber(value))))).reduce(work)),
});

function substring([value, from, count]: readonly Value[], machine: Machine): string {
  const text = machine.text(value);
  machine.worked(text.length);
  const start = Math.max(1, Math.trunc(toNumber(from)));
  if (Number.isNaN(start)) return "";
  if (count === undefined) return sliceOf(text, start - 1, Infinity);
  const length = Math.trunc(toNumber(count));
  return length > 0 ? sliceOf(text, start - 1, start - 1 + length) : "";
}

function position([value, wanted]: readonly Value[], machine: Machine): number {
  const text = machine.text(value);
  const sought = machine.text(wanted);
  machine.worked(text.length);
  const place = text === "" ? -1 : findText(text, sought);
  return place === -1 ? 0 : charactersBefore(text, place) + 1;
}

const zoneOf = ({ invocation }: Machine): TimeZone => timeZone(invocation.env.get("TZ"));

/** `mktime("YYYY MM DD HH MM SS")`. */
function timeOf([value, isUtc]: readonly Value[], machine: Machine): number {
  const parts = machine.text(value).trim().split(/\s+/).map(Number);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  if (parts.length < 6 || parts.some((part) => Number.isNaN(part))) return -1;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.floor(atClockOrBehind(isTrue(isUtc) ? UTC : zoneOf(machine), shown, 0) / 1_000);
}

/** What gawk calls it where it is asked for UTC. */
const GREENWICH = timeZone("GMT");

const DEFAULT_TIME = "%a %b %e %H:%M:%S %Z %Y";

function strftime([format, time, isUtc]: readonly Value[], machine: Machine): string {
  const at = time === undefined ? machine.invocation.now() : toNumber(time) * 1_000;
  return formatTime(
    format === undefined ? DEFAULT_TIME : machine.text(format),
    at,
    isTrue(isUtc) ? GREENWICH : zoneOf(machine),
  );
}

function strtonum(value: Value, machine: Machine): number {
  if (typeof value === "number") return value;
  const text = machine.text(value).trim();
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : toNumber(text);
}

const FUNCTIONS: Readonly<Record<string, PlainFunction>> = {
  and: ofBits((left, right) => left & right),
  atan2: { least: 2, most: 2, run: ([y, x]) => Math.atan2(toNumber(y), toNumber(x)) },
  compl: ofNumber((number) => Number(0x1f_ffff_ffff_ffffn ^ BigInt(Math.trunc(number)))),
  cos: ofNumber(Math.cos),
  exp: ofNumber(Math.exp),
  index: { least: 2, most: 2, run: position },
  int: ofNumber(Math.trunc),
  length: {
    least: 0,
    most: 1,
    run: (values, machine) =>
      lengthOf(values.length === 0 ? machine.record.text : machine.text(values[0])),
  },
  log: ofNumber(Math.log),
  lshift: ofBits((number, count) => number << count),
  mktime: { least: 1, most: 2, run: timeOf },
  or: ofBits((left, right) => left | right),
  rand: { least: 0, most: 0, run: (_, machine) => machine.random.next() },
  rshift: ofBits((number, count) => number >> count),
  sin: ofNumber(Math.sin),
  sprintf: {
    least: 1,
    most: Infinity,
    run: ([format, ...values], machine) => machine.printed(machine.text(format), values),
  },
  sqrt: ofNumber(Math.sqrt),
  srand: {
    least: 0,
    most: 1,
    run: ([seed], machine) =>
      machine.random.seed(
        seed === undefined ? Math.floor(machine.invocation.now() / 1_000) : toNumber(seed),
      ),
  },
  strftime: { least: 0, most: 3, run: strftime },
  strtonum: { least: 1, most: 1, run: ([value], machine) => strtonum(value, machine) },
  substr: { least: 2, most: 3, run: substring },
  systime: {
    least: 0,
    most: 0,
    run: (_, machine) => Math.floor(machine.invocation.now() / 1_000),
  },
  tolower: ofText((text) => text.toLowerCase()),
  toupper: ofText((text) => text.toUpperCase()),
  xor: ofBits((left, right) => left ^ right),
};

export const PLAIN_FUNCTIONS: ReadonlyMap<string, PlainFunction> = new Map(
  Object.entries(FUNCTIONS),
);
