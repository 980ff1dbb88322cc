import { apart, named } from "../../option-words.ts";
import type { Call } from "../../define-command.ts";
import { CommandError } from "../../options.ts";
import { localeQuoted } from "../../quote.ts";
import { bytesOf } from "../../byte-string.ts";
import type { Rounding, Scale } from "./scaled-number.ts";

export const NUMFMT_OPTIONS = {
  debug: "--debug",
  delimiter: "-d --delimiter=X",
  field: "--field=FIELDS",
  format: "--format=FORMAT",
  from: "--from=UNIT",
  fromUnit: "--from-unit=N",
  grouping: "--grouping",
  header: "--header[=N]",
  invalid: "--invalid=MODE",
  padding: "--padding=N",
  round: "--round=METHOD",
  suffix: "--suffix=SUFFIX",
  to: "--to=UNIT",
  toUnit: "--to-unit=N",
  zero: "-z --zero-terminated",
} as const;

export type NumfmtCall = Call<keyof typeof NUMFMT_OPTIONS>;

const SCALES = ["none", "si", "iec", "iec-i"] as const;
const SOURCES = ["none", "auto", "si", "iec", "iec-i"] as const;
const ROUNDINGS = ["up", "down", "from-zero", "towards-zero", "nearest"] as const;
const MODES = ["abort", "fail", "warn", "ignore"] as const;

export const NUMFMT_WORDS = {
  from: apart(SOURCES),
  to: apart(SCALES),
  round: apart(ROUNDINGS),
  invalid: apart(MODES),
};

/** What stands around a number, and how wide it is at least: to the left where that is below 0. */
export interface NumberFormat {
  readonly before: string;
  readonly behind: string;
  readonly width: number;
  readonly isZeroed: boolean;
  readonly places: number | undefined;
}

export interface NumfmtPlan extends NumberFormat {
  readonly from: Scale;
  readonly to: Scale;
  readonly factor: number;
  readonly rounding: Rounding;
  readonly suffix: string;
  readonly invalid: (typeof MODES)[number];
  readonly headers: number;
  readonly delimiter: string | undefined;
  readonly end: string;
}

export function planNumfmt(call: NumfmtCall): NumfmtPlan {
  const { options } = call;
  const format = formatOf(options.value("format"));
  return {
    ...format,
    width: paddingOf(call) ?? format.width,
    from: named(SOURCES, options.value("from")) ?? "none",
    to: named(SCALES, options.value("to")) ?? "none",
    factor: unitOf(options.value("fromUnit")) / unitOf(options.value("toUnit")),
    rounding: named(ROUNDINGS, options.value("round")) ?? "from-zero",
    suffix: bytesOf(options.value("suffix") ?? ""),
    invalid: named(MODES, options.value("invalid")) ?? "abort",
    headers: headersOf(call),
    delimiter: delimiterOf(options.value("delimiter")),
    end: options.has("zero") ? "\0" : "\n",
  };
}

const UNIT = /^(\d+)?(?:([KMGTPEZY])(i)?)?$/;

function unitOf(text = "1"): number {
  const [whole, digits, letter, hasI] = UNIT.exec(text) ?? [];
  const number = Number(digits ?? "1");
  if (whole === undefined || whole === "" || number === 0)
    throw new CommandError(`invalid unit size: ${localeQuoted(text)}`);
  const power = letter === undefined ? 0 : "KMGTPEZY".indexOf(letter) + 1;
  return number * (hasI === undefined ? 1000 : 1024) ** power;
}

function paddingOf({ options }: NumfmtCall): number | undefined {
  const text = options.value("padding");
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text) && Number(text) !== 0) return Number(text);
  throw new CommandError(`invalid padding value ${localeQuoted(text)}`);
}

function delimiterOf(text: string | undefined): string | undefined {
  if (text === undefined || Array.from(text).length <= 1) return text;
  throw new CommandError("the delimiter must be a single character");
}

function headersOf({ options }: NumfmtCall): number {
  if (!options.has("header")) return 0;
  const text = options.value("header") ?? "1";
  if (/^\d+$/.test(text) && Number(text) !== 0) return Number(text);
  throw new CommandError(`invalid header value ${localeQuoted(text)}`);
}

function formatOf(text: string | undefined): NumberFormat {
  if (text === undefined)
    return { before: "", behind: "", width: 0, isZeroed: false, places: undefined };
  const found =
    /^(?<before>(?:[^%]|%%)*)%(?<flags>[0' -]*)(?<width>\d*)(?:\.(?<places>\d*))?f(?<behind>(?:[^%]|%%)*)$/s.exec(
      text,
    );
  if (found === null) refuseFormat(text);
  const { before = "", behind = "", flags = "", places, width = "" } = found.groups ?? {};
  return {
    before: bytesOf(before.replaceAll("%%", "%")),
    behind: bytesOf(behind.replaceAll("%%", "%")),
    width: Number(width) * (flags.includes("-") ? -1 : 1),
    isZeroed: flags.includes("0"),
    places: places === undefined ? undefined : Number(places),
  };
}

function refuseFormat(text: string): never {
  const [percents] = text.replaceAll("%%", "").match(/%/g) ?? [];
  if (percents === undefined)
    throw new CommandError(`format ${localeQuoted(text)} has no % directive`);
  const words = "directive must be %[0]['][-][N][.][N]f";
  throw new CommandError(`invalid format ${localeQuoted(text)}, ${words}`);
}
