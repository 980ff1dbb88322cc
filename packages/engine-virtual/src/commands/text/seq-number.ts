import { UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

/** A number with so many digits behind its point, without them: 1.50 is 150 with 2. */
export interface Decimal {
  readonly units: bigint;
  readonly precision: number;
}

const FLOAT = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
const HEX = /^\s*([+-]?)(0[xX][\da-fA-F]+)$/;

function refuse(text: string): never {
  if (/^\s*[+-]?nan$/i.test(text)) {
    throw new UsageError(`invalid ‘not-a-number’ argument: ${localeQuoted(text)}`);
  }
  throw new UsageError(`invalid floating point argument: ${localeQuoted(text)}`);
}

const signed = (sign: string | undefined, size: bigint): bigint => (sign === "-" ? -size : size);

/** Reads an operand; `undefined` for what has no end. */
export function parseDecimal(text: string): Decimal | undefined {
  if (/^\s*[+]?inf(?:inity)?$/i.test(text)) return undefined;
  const [, hexSign, hex] = HEX.exec(text) ?? [];
  if (hex !== undefined) return { units: signed(hexSign, BigInt(hex)), precision: 0 };
  const [, sign, whole = "", fraction = "", exponent = "0"] = FLOAT.exec(text) ?? [];
  if (whole + fraction === "") refuse(text);
  const units = signed(sign, BigInt(whole + fraction));
  const precision = fraction.length - Number(exponent);
  if (precision >= 0) return { units, precision };
  return { units: units * 10n ** BigInt(-precision), precision: 0 };
}

export function showDecimal(units: bigint, precision: number): string {
  if (precision === 0) return String(units);
  const size = units < 0n ? -units : units;
  const digits = String(size).padStart(precision + 1, "0");
  const end = digits.length - precision;
  return `${units < 0n ? "-" : ""}${digits.slice(0, end)}.${digits.slice(end)}`;
}
