import { fixedLong } from "./long-double.ts";
import { exponentialToEven, fixedToEven } from "./round-to-even.ts";

export interface Shape {
  readonly flags: string;
  readonly precision: number | undefined;
  /** 0 where it is filled up with blanks behind it. */
  readonly width: number;
  /** The number as it is written, where more of it counts than a number of JavaScript holds. */
  readonly written?: string;
}

export interface ReadNumber {
  readonly value: bigint | number;
  readonly complaint?: string;
}

/** The number that a word says, as C reads it. */
export function numberOf(text: string, isWhole: boolean): ReadNumber {
  const zero = isWhole ? 0n : 0;
  if (text === "") return { value: zero };
  const quoted = /^["']([^]?)/u.exec(text);
  if (quoted !== null) {
    const code = quoted[1]?.codePointAt(0) ?? 0;
    return { value: isWhole ? BigInt(code) : code };
  }
  return isWhole ? wholeNumber(text) : fraction(text);
}

function wholeNumber(text: string): ReadNumber {
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

function fraction(text: string): ReadNumber {
  const digits =
    /^\s*[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan)/i.exec(
      text,
    )?.[0];
  if (digits === undefined) return { value: 0, complaint: notNumber(text) };
  const value = /inf/i.test(digits)
    ? digits.includes("-")
      ? -Infinity
      : Infinity
    : Number(digits);
  return digits.length < text.length ? { value, complaint: notNumber(text) } : { value };
}

/** A number as a letter of `printf` writes it. */
export function formatNumber(letter: string, value: bigint | number, shape: Shape): string {
  const isWhole = typeof value === "bigint";
  const digits = isWhole
    ? wholeDigits(letter, value, shape)
    : fractionDigits(letter, Math.abs(value), shape);
  const prefix = signOf(letter, value, shape) + (isWhole ? prefixOf(letter, value, shape) : "");
  const fillsZeros = shape.flags.includes("0") && !(isWhole && shape.precision !== undefined);
  const width = Math.max(0, shape.width - prefix.length);
  return prefix + (fillsZeros ? digits.padStart(width, "0") : digits);
}

function signOf(letter: string, value: bigint | number, { flags }: Shape): string {
  if ("ouxX".includes(letter)) return "";
  if (value < 0 || Object.is(value, -0)) return "-";
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

function fractionDigits(letter: string, size: number, shape: Shape): string {
  const other = Number.isNaN(size) ? "nan" : "inf";
  const text = Number.isFinite(size) ? finiteDigits(letter.toLowerCase(), size, shape) : other;
  return letter === letter.toUpperCase() ? text.toUpperCase() : text;
}

function finiteDigits(letter: string, size: number, shape: Shape): string {
  const { flags, precision = 6, written = "" } = shape;
  const keepsZeros = flags.includes("#");
  const isExact = letter === "f" && precision <= 100 && isDecimal(written);
  const exact = isExact ? fixedLong(written, precision) : undefined;
  if (exact === undefined) return bareDigits(letter, size, { precision, keepsZeros });
  return keepsZeros && precision === 0 ? `${exact}.` : exact;
}

const isDecimal = (written: string): boolean =>
  /^\s*[-+]?[\d.]/.test(written) && !/0x/i.test(written);

function bareDigits(
  letter: string,
  size: number,
  { precision, keepsZeros }: { readonly precision: number; readonly keepsZeros: boolean },
): string {
  const digits = Math.min(precision, 100);
  if (letter === "f") return fixed(size, digits);
  if (letter === "e") return exponential(size, digits);
  const significant = Math.max(1, digits);
  const exponent = size === 0 ? 0 : Number(exponential(size, significant - 1).split("e")[1]);
  const text =
    exponent < -4 || exponent >= significant
      ? exponential(size, significant - 1)
      : fixed(size, Math.max(0, significant - 1 - exponent));
  return keepsZeros ? text : text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}

function exponential(size: number, digits: number): string {
  return exponentialToEven(size, digits).replace(/e([-+])(\d)$/, "e$10$2");
}

function fixed(size: number, digits: number): string {
  if (size < 1e21) return fixedToEven(size, digits);
  return BigInt(size).toString() + (digits > 0 ? `.${"0".repeat(digits)}` : "");
}
