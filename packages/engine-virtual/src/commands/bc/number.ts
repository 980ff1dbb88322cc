/** A decimal: `value` without its point, which stands in front of the last `scale` digits. */
export interface Decimal {
  readonly value: bigint;
  readonly scale: number;
}

/** What ends a statement of bc, in its words. */
export class BcError extends Error {
  override readonly name = "BcError";
}

/** More digits than this no number may have: each step has to be short. */
const MOST_DIGITS = 200_000;
const BITS_A_DIGIT = 3.33;

export const power10 = (digits: number): bigint => 10n ** BigInt(digits);

export const integer = (value: number | bigint): Decimal => ({ value: BigInt(value), scale: 0 });

export const ZERO = integer(0);
export const ONE = integer(1);

export const bitsOf = (value: bigint): number => value.toString(16).length * 4;

function refuseLarge(digits: number): void {
  if (digits > MOST_DIGITS) {
    throw new BcError(`numbers have at most ${MOST_DIGITS} digits here`);
  }
}

/** The same number with more digits behind the point, or with fewer: what is too much is cut off. */
export function scaledTo({ value, scale }: Decimal, wanted: number): Decimal {
  if (wanted === scale) return { value, scale };
  if (wanted < scale) return { value: value / power10(scale - wanted), scale: wanted };
  refuseLarge(wanted);
  return { value: value * power10(wanted - scale), scale: wanted };
}

function aligned(a: Decimal, b: Decimal): readonly [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale);
  return [scaledTo(a, scale).value, scaledTo(b, scale).value, scale];
}

export function added(a: Decimal, b: Decimal): Decimal {
  const [one, two, scale] = aligned(a, b);
  return { value: one + two, scale };
}

export const negated = ({ value, scale }: Decimal): Decimal => ({ value: -value, scale });

export const subtracted = (a: Decimal, b: Decimal): Decimal => added(a, negated(b));

export function multiplied(a: Decimal, b: Decimal, scale: number): Decimal {
  refuseLarge((bitsOf(a.value) + bitsOf(b.value)) / BITS_A_DIGIT);
  const product = { value: a.value * b.value, scale: a.scale + b.scale };
  return scaledTo(product, Math.min(product.scale, Math.max(scale, a.scale, b.scale)));
}

export function divided(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.value === 0n) throw new BcError("Divide by zero");
  const shift = scale + b.scale - a.scale;
  refuseLarge(Math.abs(shift));
  const value =
    shift >= 0 ? (a.value * power10(shift)) / b.value : a.value / (b.value * power10(-shift));
  return { value, scale };
}

export function remainder(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.value === 0n) throw new BcError("Modulo by zero");
  const quotient = divided(a, b, scale);
  const wide = Math.max(a.scale, b.scale + scale);
  const product = { value: quotient.value * b.value, scale: quotient.scale + b.scale };
  return scaledTo(subtracted(a, product), wide);
}

export function raised(base: Decimal, exponent: Decimal, scale: number): Decimal {
  const power = Number(scaledTo(exponent, 0).value);
  if (power === 0) return ONE;
  const times = Math.abs(power);
  refuseLarge((bitsOf(base.value) * times) / BITS_A_DIGIT);
  const whole = { value: base.value ** BigInt(times), scale: base.scale * times };
  if (power < 0) return divided(ONE, whole, scale);
  return scaledTo(whole, Math.min(whole.scale, Math.max(scale, base.scale)));
}

/** The largest whole number whose square is not more. */
export function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(bitsOf(value) / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function squareRoot(number: Decimal, scale: number): Decimal {
  if (number.value < 0n) throw new BcError("Square root of a negative number");
  const wide = Math.max(scale, number.scale);
  return { value: wholeRoot(scaledTo(number, 2 * wide).value), scale: wide };
}

export function compared(a: Decimal, b: Decimal): number {
  const [one, two] = aligned(a, b);
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Digits of a number, with those behind the point. */
export function lengthOf({ value, scale }: Decimal): number {
  const digits = (value < 0n ? -value : value).toString().length;
  return value === 0n ? Math.max(1, scale) : Math.max(digits, scale);
}
