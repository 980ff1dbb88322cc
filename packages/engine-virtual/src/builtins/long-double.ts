/** Bits of the mantissa of x86's long double, in which bash and seq count. */
const BITS = 64;
const MOST_EXPONENT = 16_384;
const LEAST_EXPONENT = -16_445;

/** More digits than these decide nothing. */
const MOST_DIGITS = 12_000;
const MOST_POWER = 10_000;

/** A number above zero or zero, as it is: `mantissa * 2 ** exponent`. */
export interface LongDouble {
  readonly isNegative: boolean;
  readonly mantissa: bigint;
  readonly exponent: number;
  /** Whether it is smaller than what all the bits of the mantissa can be kept of. */
  readonly isTiny?: true;
}

export type ReadFraction = LongDouble | "out of range" | "too small";

const bitLength = (number: bigint): number => number.toString(2).length;

/** Pure: the nearest whole number to a quotient; of two the even one. */
function quotient(over: bigint, under: bigint): bigint {
  const whole = over / under;
  const twice = (over - whole * under) * 2n;
  const isUp = twice > under || (twice === under && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

/** Pure: `over / under * 2 ** shift`, as near as it gets. */
function rounded(over: bigint, under: bigint, shift: number): bigint {
  return shift >= 0
    ? quotient(over << BigInt(shift), under)
    : quotient(over, under << BigInt(-shift));
}

function nearest(over: bigint, under: bigint, isNegative: boolean): ReadFraction {
  if (over === 0n) return { isNegative, mantissa: 0n, exponent: 0 };
  let exponent = bitLength(over) - bitLength(under) - BITS;
  // A quotient may be one bit shorter than the difference says.
  if (bitLength(rounded(over, under, -exponent)) > BITS) exponent += 1;
  const mantissa = rounded(over, under, -Math.max(exponent, LEAST_EXPONENT));
  if (exponent < LEAST_EXPONENT)
    return { isNegative, mantissa, exponent: LEAST_EXPONENT, isTiny: true };
  const isTooLarge = exponent + bitLength(mantissa) > MOST_EXPONENT;
  return isTooLarge ? "out of range" : { isNegative, mantissa, exponent };
}

interface Written {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly power: number;
}

function ofDecimal({ fraction, isNegative, power, whole }: Written): ReadFraction {
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.slice(0, MOST_DIGITS);
  const ten = power - fraction.length + (all.length - digits.length);
  if (digits === "") return { isNegative, mantissa: 0n, exponent: 0 };
  if (ten + digits.length > MOST_POWER) return "out of range";
  if (ten + digits.length < -MOST_POWER) return "too small";
  const number = BigInt(digits);
  return ten >= 0
    ? nearest(number * 10n ** BigInt(ten), 1n, isNegative)
    : nearest(number, 10n ** BigInt(-ten), isNegative);
}

function ofHex({ fraction, isNegative, power, whole }: Written): ReadFraction {
  const digits = (whole + fraction).slice(0, MOST_DIGITS);
  const two = power - 4 * fraction.length + 4 * (whole.length + fraction.length - digits.length);
  if (Math.abs(two) > 20 * MOST_POWER) return two > 0 ? "out of range" : "too small";
  const number = BigInt(`0x${digits}`);
  return two >= 0
    ? nearest(number << BigInt(two), 1n, isNegative)
    : nearest(number, 1n << BigInt(-two), isNegative);
}

const DECIMAL = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i;
const HEX = /^([-+]?)0x([\da-f]*)\.?([\da-f]*)(?:p([-+]?\d+))?$/i;

/** Pure: the number that a text says, in the form of strtold(3). */
export function readLongDouble(text: string): ReadFraction {
  const hex = HEX.exec(text);
  const [, sign = "", whole = "", fraction = "", power = "0"] = hex ?? DECIMAL.exec(text) ?? [];
  const written = { isNegative: sign === "-", whole, fraction, power: Number(power) };
  return hex === null ? ofDecimal(written) : ofHex(written);
}

/** Pure: with so many digits behind the point. */
export function fixedLong({ exponent, mantissa }: LongDouble, digits: number): string {
  const units = rounded(mantissa * 10n ** BigInt(digits), 1n, exponent);
  const text = String(units).padStart(digits + 1, "0");
  if (digits === 0) return text;
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function scaled({ exponent, mantissa }: LongDouble, ten: number): bigint {
  return ten >= 0
    ? rounded(mantissa * 10n ** BigInt(ten), 1n, exponent)
    : rounded(mantissa, 10n ** BigInt(-ten), exponent);
}

/** Pure: one digit, so many behind the point, and the power of ten. */
export function exponentialLong(number: LongDouble, digits: number): string {
  let power = 0;
  let units = 0n;
  if (number.mantissa > 0n) {
    power = Math.floor(Math.log10(Number(number.mantissa)) + number.exponent * Math.log10(2));
    units = scaled(number, digits - power);
    const missed = String(units).length - digits - 1;
    power += missed;
    if (missed !== 0) units = scaled(number, digits - power);
  }
  const text = String(units).padStart(digits + 1, "0");
  const sign = power < 0 ? "-" : "+";
  const point = digits === 0 ? "" : `.${text.slice(1, digits + 1)}`;
  return `${text.charAt(0)}${point}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Pure: in hexadecimal, four bits in front of the point, as glibc has it. */
export function hexLong({ exponent, mantissa }: LongDouble, digits?: number): string {
  if (mantissa === 0n) return `0x0${digits ? `.${"0".repeat(digits)}` : ""}p+0`;
  const shift = BITS - bitLength(mantissa);
  const kept = Math.min(digits ?? 15, 15);
  let units = quotient(mantissa << BigInt(shift), 1n << BigInt(4 * (15 - kept)));
  let power = exponent - shift + BITS - 4;
  if (units.toString(16).length > kept + 1) {
    units >>= 4n;
    power += 4;
  }
  const text = units.toString(16);
  const fraction =
    digits === undefined ? text.slice(1).replace(/0+$/, "") : text.slice(1).padEnd(digits, "0");
  return `0x${text.charAt(0)}${fraction === "" ? "" : `.${fraction}`}p${power < 0 ? "" : "+"}${power}`;
}
