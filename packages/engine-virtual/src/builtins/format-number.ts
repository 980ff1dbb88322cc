import {
  exponentialLong,
  fixedLong,
  hexLong,
  type LongDouble,
  readLongDouble,
} from "./long-double.ts";
import { exponentialToEven, fixedToEven } from "./round-to-even.ts";

export interface Shape {
  readonly flags: string;
  readonly precision: number | undefined;
  /** 0 where it is filled up with blanks behind it. */
  readonly width: number;
}

export interface ReadNumber {
  readonly value: bigint | number | LongDouble;
  readonly complaint?: string;
  /** What is to be said although it is no error. */
  readonly warning?: string;
}

/** What a conversion takes: 64 bits with a sign or without, or a number with a point. */
export type Taken = "signed" | "unsigned" | "fraction";

/** The number that a word says, as C reads it. */
export function numberOf(text: string, taken: Taken): ReadNumber {
  const isWhole = taken !== "fraction";
  const zero = isWhole ? 0n : 0;
  if (text === "") return { value: zero };
  const quoted = /^["']([^]?)/u.exec(text);
  if (quoted !== null) {
    const code = quoted[1]?.codePointAt(0) ?? 0;
    return { value: isWhole ? BigInt(code) : code };
  }
  if (!isWhole) return fraction(text);
  const read = wholeNumber(text);
  const value = held(read.value, taken);
  if (value === read.value) return read;
  return read.complaint === undefined ? { warning: outOfRange(text), value } : { ...read, value };
}

const outOfRange = (text: string): string => `${text}: Numerical result out of range`;

const MOST = { signed: 2n ** 63n - 1n, unsigned: 2n ** 64n - 1n } as const;

/** The nearest number that there is room for. */
function held(value: bigint, taken: "signed" | "unsigned"): bigint {
  const most = MOST[taken];
  if (value > most) return most;
  if (taken === "signed") return value < -most - 1n ? -most - 1n : value;
  return value < -most ? most : value;
}

interface ReadWhole extends ReadNumber {
  readonly value: bigint;
}

function wholeNumber(text: string): ReadWhole {
  const [all, sign, digits] = /^\s*([-+]?)(0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)/.exec(text) ?? [];
  if (all === undefined || digits === undefined) {
    return { value: 0n, complaint: notNumber(text) };
  }
  const size = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const value = sign === "-" ? -size : size;
  return all.length < text.trimEnd().length ? { value, complaint: notNumber(text) } : { value };
}

/** What was meant is told by how it begins. */
function notNumber(text: string): string {
  const kind = /^0[xX]/.test(text) ? "hex" : /^0\d/.test(text) ? "octal" : "";
  return `${text}: invalid ${kind === "" ? "" : `${kind} `}number`;
}

const FRACTION =
  /^\s*([-+]?(?:0x(?:[\da-f]+\.?[\da-f]*|\.[\da-f]+)(?:p[-+]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan))/i;

function fraction(text: string): ReadNumber {
  const [all, digits] = FRACTION.exec(text) ?? [];
  if (all === undefined || digits === undefined) return { value: 0, complaint: notNumber(text) };
  const read = fractionOf(digits, text);
  return all.length < text.length ? { value: read.value, complaint: notNumber(text) } : read;
}

function fractionOf(digits: string, text: string): ReadNumber {
  const sign = digits.startsWith("-") ? -1 : 1;
  if (/nan/i.test(digits)) return { value: Number.NaN };
  if (/inf/i.test(digits)) return { value: sign * Infinity };
  const value = readLongDouble(digits);
  if (value === "out of range") return { value: sign * Infinity, warning: outOfRange(text) };
  if (value === "too small") return { value: sign * 0, warning: outOfRange(text) };
  return value.isTiny === true ? { value, warning: outOfRange(text) } : { value };
}

/** A number as a letter of `printf` writes it. */
export function formatNumber(letter: string, value: ReadNumber["value"], shape: Shape): string {
  const isWhole = typeof value === "bigint";
  const digits = isWhole
    ? wholeDigits(letter, value, shape)
    : fractionDigits(letter, typeof value === "number" ? Math.abs(value) : value, shape);
  const prefix = signOf(letter, value, shape) + (isWhole ? prefixOf(letter, value, shape) : "");
  // Neither what has its own zeros nor what has no digits.
  const isFilled = (isWhole && shape.precision !== undefined) || /^(?:inf|nan)$/i.test(digits);
  const fillsZeros = shape.flags.includes("0") && !isFilled;
  const width = Math.max(0, shape.width - prefix.length);
  return prefix + (fillsZeros ? filledUp(digits, width) : digits);
}

/** Zeros stand behind the `0x` of a number with a point. */
function filledUp(digits: string, width: number): string {
  const [front = ""] = /^0x/i.exec(digits) ?? [];
  return front + digits.slice(front.length).padStart(width - front.length, "0");
}

function isBelowZero(value: ReadNumber["value"]): boolean {
  if (typeof value === "object") return value.isNegative;
  return value < 0 || Object.is(value, -0);
}

function signOf(letter: string, value: ReadNumber["value"], { flags }: Shape): string {
  if ("ouxX".includes(letter)) return "";
  if (isBelowZero(value)) return "-";
  if (flags.includes("+")) return "+";
  return flags.includes(" ") ? " " : "";
}

function prefixOf(letter: string, value: bigint, { flags }: Shape): string {
  if (!flags.includes("#") || value === 0n) return "";
  return letter === "x" ? "0x" : letter === "X" ? "0X" : "";
}

function wholeDigits(letter: string, value: bigint, { flags, precision = 1 }: Shape): string {
  const size = "di".includes(letter) ? (value < 0n ? -value : value) : BigInt.asUintN(64, value);
  const digits = size.toString(letter === "o" ? 8 : "xX".includes(letter) ? 16 : 10);
  const cased = letter === "X" ? digits.toUpperCase() : digits;
  const filled = cased.padStart(precision, "0");
  return letter === "o" && flags.includes("#") && !filled.startsWith("0") ? `0${filled}` : filled;
}

type Size = number | LongDouble;

function fractionDigits(letter: string, size: Size, { flags, precision }: Shape): string {
  const isUpper = letter === letter.toUpperCase();
  const text = sizeText(letter.toLowerCase(), size, {
    precision,
    keepsZeros: flags.includes("#"),
  });
  return isUpper ? text.toUpperCase() : text;
}

interface Digits {
  readonly precision: number | undefined;
  readonly keepsZeros: boolean;
}

function sizeText(letter: string, size: Size, { keepsZeros, precision }: Digits): string {
  if (typeof size === "number" && !Number.isFinite(size)) return Number.isNaN(size) ? "nan" : "inf";
  if (letter === "a") return hexLong(longOf(size), precision);
  return bareDigits(letter, size, { precision: precision ?? 6, keepsZeros });
}

function longOf(size: Size): LongDouble {
  if (typeof size === "object") return size;
  const read = readLongDouble(String(size));
  return typeof read === "object" ? read : { isNegative: false, mantissa: 0n, exponent: 0 };
}

/** `#` asks for a point even where no digit is behind it. */
function withPoint(text: string, isWanted: boolean): string {
  return isWanted && !text.includes(".") ? text.replace(/(?=e|$)/, ".") : text;
}

/** No number has more digits that say anything. */
const MOST_DIGITS = 16_500;

function bareDigits(
  letter: string,
  size: Size,
  { precision, keepsZeros }: { readonly precision: number; readonly keepsZeros: boolean },
): string {
  const digits = Math.min(precision, typeof size === "object" ? MOST_DIGITS : 100);
  if (letter !== "g")
    return withPoint(letter === "f" ? fixed(size, digits) : exponential(size, digits), keepsZeros);
  const significant = Math.max(1, digits);
  const exponent = size === 0 ? 0 : Number(exponential(size, significant - 1).split("e")[1]);
  const text =
    exponent < -4 || exponent >= significant
      ? exponential(size, significant - 1)
      : fixed(size, Math.max(0, significant - 1 - exponent));
  return keepsZeros
    ? withPoint(text, true)
    : text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}

function exponential(size: Size, digits: number): string {
  if (typeof size === "object") return exponentialLong(size, digits);
  return exponentialToEven(size, digits).replace(/e([-+])(\d)$/, "e$10$2");
}

function fixed(size: Size, digits: number): string {
  if (typeof size === "object") return fixedLong(size, digits);
  if (size < 1e21) return fixedToEven(size, digits);
  return BigInt(size).toString() + (digits > 0 ? `.${"0".repeat(digits)}` : "");
}
