import { type Decimal, integer, power10, scaledTo } from "./number.ts";

const DIGITS = "0123456789ABCDEF";

/** A constant as it was written, in a base: a digit alone is always itself. */
export function readNumber(text: string, base: number): Decimal {
  const [whole = "", fraction = ""] = text.split(".");
  if (base === 10 && !/[A-F]/.test(text)) {
    return { value: BigInt(`${whole}${fraction}` || "0"), scale: fraction.length };
  }
  if (text.length === 1) return integer(DIGITS.indexOf(text));
  const valueOf = (digits: string): bigint =>
    Array.from(digits).reduce((sum, digit) => {
      return sum * BigInt(base) + BigInt(Math.min(DIGITS.indexOf(digit), base - 1));
    }, 0n);
  const scale = fraction.length;
  const part = (valueOf(fraction) * power10(scale)) / BigInt(base) ** BigInt(scale);
  return { value: valueOf(whole) * power10(scale) + part, scale };
}

/** One digit: a sign up to 16, from there on a number of two digits or more behind a blank. */
function digitOf(digit: bigint, base: number): string {
  if (base <= 16) return DIGITS[Number(digit)] ?? "";
  return ` ${digit.toString().padStart(String(base - 1).length, "0")}`;
}

function wholeDigits(value: bigint, base: number): string {
  if (base <= 16) return value === 0n ? "" : value.toString(base).toUpperCase();
  const digits: string[] = [];
  for (let rest = value; rest > 0n; rest /= BigInt(base)) {
    digits.push(digitOf(rest % BigInt(base), base));
  }
  return digits.toReversed().join("");
}

/** As many digits as it takes to say as much as `scale` decimal ones. */
function fractionDigits(value: bigint, scale: number, base: number): string {
  const one = power10(scale);
  let [rest, reached, text] = [value, 1n, ""];
  while (reached < one) {
    rest *= BigInt(base);
    text += digitOf(rest / one, base);
    rest %= one;
    reached *= BigInt(base);
  }
  return text;
}

function inBase({ value, scale }: Decimal, base: number): string {
  const size = value < 0n ? -value : value;
  const one = power10(scale);
  const whole = wholeDigits(size / one, base);
  const fraction = scale === 0 ? "" : `.${fractionDigits(size % one, scale, base)}`;
  const shown = `${whole}${fraction}`;
  return `${value < 0n ? "-" : ""}${shown === "" ? "0" : shown}`;
}

function decimalText({ value, scale }: Decimal): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? "" : `.${digits.slice(digits.length - scale)}`;
  return `${value < 0n ? "-" : ""}${whole}${fraction}`;
}

/** A number as bc prints it: nothing in front of a point, and no point in zero. */
export function numberText(number: Decimal, base: number): string {
  if (number.value === 0n) return base > 16 ? digitOf(0n, base) : "0";
  return base === 10 ? decimalText(number) : inBase(scaledTo(number, number.scale), base);
}
