/** Bits of the significand of C's `long double`, in which bash reckons. */
const BITS = 64n;

const DECIMAL = /^\s*[-+]?(\d*)\.?(\d*)(?:[eE]([-+]?\d{1,3}))?/;

/** Half goes to the even one. */
function divided(number: bigint, by: bigint): bigint {
  const whole = number / by;
  const twice = (number - whole * by) * 2n;
  const isUp = twice > by || (twice === by && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

const lengthOf = (number: bigint): bigint => BigInt(number.toString(2).length);

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** The `long double` that is next to a decimal number. */
function nearest({ over, under }: Fraction): Fraction {
  const estimate = lengthOf(over) - lengthOf(under) - BITS;
  const shifted = (by: bigint): bigint =>
    by >= 0n ? divided(over, under << by) : divided(over << -by, under);
  const by = lengthOf(shifted(estimate)) > BITS ? estimate + 1n : estimate;
  const significand = shifted(by);
  return by >= 0n
    ? { over: significand << by, under: 1n }
    : { over: significand, under: 1n << -by };
}

/**
 * The size of a number as it is written, with so many decimal places: bash takes a `long double` for it,
 * which lies nearer to what is written than a number of JavaScript does.
 */
export function fixedLong(written: string, digits: number): string | undefined {
  const [, whole = "", part = "", power = "0"] = DECIMAL.exec(written) ?? [];
  if (whole + part === "" || part.length + whole.length > 400) return undefined;
  const number = BigInt(whole + part);
  const exponent = Number(power) - part.length;
  const scale = 10n ** BigInt(Math.abs(exponent));
  const exact = exponent < 0 ? { over: number, under: scale } : { over: number * scale, under: 1n };
  const { over, under } = number === 0n ? exact : nearest(exact);
  const text = divided(over * 10n ** BigInt(digits), under)
    .toString()
    .padStart(digits + 1, "0");
  const point = text.length - digits;
  return digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
}
