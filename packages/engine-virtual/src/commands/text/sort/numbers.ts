/** A decimal number of any length, with what orders it in front of its digits. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** What stands behind it for `-h`: 0 for none, 1 for K. */
  readonly unit: number;
  /** Digits in front of the point, without zeros that say nothing. */
  readonly whole: string;
  /** Digits behind it. */
  readonly fraction: string;
}

const UNITS = "KMGTPEZYRQ";

const NUMBER = /^[ \t\n]*(?<minus>-?)(?<digits>\d*)(?:\.(?<decimals>\d*))?(?<suffix>.?)/;

/** 0 for none, 1 for K, and so on. */
const unitOf = (suffix: string): number =>
  suffix === "" ? 0 : UNITS.indexOf(suffix === "k" ? "K" : suffix) + 1;

const PLAIN = /^[1-9]\d*$/;

/** The number that a text begins with, as `-n` reads it; `-h` also reads its unit. */
export function decimalOf(text: string, isHuman: boolean): Decimal {
  // Most of what is sorted is this.
  if (PLAIN.test(text)) return { sign: 1, unit: 0, whole: text, fraction: "" };
  return anyDecimal(text, isHuman);
}

function anyDecimal(text: string, isHuman: boolean): Decimal {
  const { minus, digits = "", decimals = "", suffix = "" } = NUMBER.exec(text)?.groups ?? {};
  const whole = digits.replace(/^0+/, "");
  const fraction = decimals.replace(/0+$/, "");
  if (whole === "" && fraction === "") return { sign: 0, unit: 0, whole, fraction };
  const unit = isHuman ? unitOf(suffix) : 0;
  return { sign: minus === "-" ? -1 : 1, unit, whole, fraction };
}

const compareText = (left: string, right: string): number =>
  left === right ? 0 : left < right ? -1 : 1;

function compareSizes(left: Decimal, right: Decimal): number {
  return (
    left.unit - right.unit ||
    left.whole.length - right.whole.length ||
    compareText(left.whole, right.whole) ||
    compareText(left.fraction, right.fraction)
  );
}

export function compareDecimals(left: Decimal, right: Decimal): number {
  if (left.sign !== right.sign) return left.sign - right.sign;
  return left.sign * compareSizes(left, right);
}

const FLOAT = /^[ \t\n\v\f\r]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/;
const HEX = /^[ \t\n\v\f\r]*([+-]?)(0[xX][\da-fA-F]+)/;
const NAMED = /^[ \t\n\v\f\r]*([+-]?)(inf(?:inity)?|nan)/i;

/** What strtold reads; `undefined` where there is no number, which comes before all. */
export function floatOf(text: string): number | undefined {
  const hex = HEX.exec(text);
  if (hex !== null) return Number(hex[2]) * (hex[1] === "-" ? -1 : 1);
  const decimal = FLOAT.exec(text);
  if (decimal !== null) return Number(decimal[1]);
  const [, sign, name] = NAMED.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (name.toLowerCase() === "nan") return Number.NaN;
  return sign === "-" ? -Infinity : Infinity;
}

const rank = (number: number | undefined): number =>
  number === undefined ? 0 : Number.isNaN(number) ? 1 : 2;

export function compareFloats(left: number | undefined, right: number | undefined): number {
  if (rank(left) < 2 || rank(right) < 2) return rank(left) - rank(right);
  const [one = 0, other = 0] = [left, right];
  return one === other ? 0 : one < other ? -1 : 1;
}

const MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";

/** From 1; 0 where a text begins with no month's name. */
export function monthOf(text: string): number {
  const name = text.trimStart().slice(0, 3).toUpperCase();
  const at = name.length === 3 ? MONTHS.indexOf(name) : -1;
  return at !== -1 && at % 3 === 0 ? at / 3 + 1 : 0;
}
