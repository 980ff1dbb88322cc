import { BcError, bitsOf, type Decimal, power10, scaledTo, wholeRoot } from "./number.ts";

/** Digits that are worked with beyond those that are asked for. */
const GUARD = 20;

const digitsOf = (value: bigint): number => Math.ceil(bitsOf(value) / 3.32);

/** A number with a fixed number of digits behind the point, and what one is in it. */
interface Fixed {
  readonly value: bigint;
  readonly one: bigint;
}

function fixed(number: Decimal, digits: number): Fixed {
  return { value: scaledTo(number, digits).value, one: power10(digits) };
}

/** The sum of terms, each made from the one before, until they are nothing. */
function series(first: bigint, next: (term: bigint, index: bigint) => bigint): bigint {
  let [sum, term] = [first, first];
  for (let index = 1n; term !== 0n; index += 1n) {
    term = next(term, index);
    sum += term;
  }
  return sum;
}

const cut = (value: bigint, digits: number, scale: number): Decimal =>
  scaledTo({ value, scale: digits }, scale);

function exponential({ value, one }: Fixed): bigint {
  const halvings = Math.max(0, digitsOf(value / one) * 4) + 8;
  const small = value >> BigInt(halvings);
  let power = series(one, (term, index) => (term * small) / (one * index));
  for (let times = 0; times < halvings; times += 1) power = (power * power) / one;
  return power;
}

export function exp(x: Decimal, scale: number): Decimal {
  const size = Number(scaledTo(x, 0).value);
  if (Math.abs(size) > 100_000) throw new BcError("e() of so large a number is not supported here");
  const digits =
    scale + GUARD + Math.ceil(Math.abs(size) * 0.44) + Math.ceil(Math.log10(scale + 10));
  const { value, one } = fixed(x, digits);
  const power = exponential({ value: value < 0n ? -value : value, one });
  return cut(value < 0n ? (one * one) / power : power, digits, scale);
}

function logarithm({ value, one }: Fixed): bigint {
  let [near, times] = [value, 1n];
  // Roots bring it near to one, where the series is short.
  while (abs(near - one) > one / 16n) {
    near = wholeRoot(near * one);
    times *= 2n;
  }
  const ratio = ((near - one) * one) / (near + one);
  const square = (ratio * ratio) / one;
  let [sum, power] = [0n, ratio];
  for (let index = 1n; power !== 0n; index += 2n) {
    sum += power / index;
    power = (power * square) / one;
  }
  return 2n * times * sum;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

export function ln(x: Decimal, scale: number): Decimal {
  // What the library of bc answers where there is no answer.
  if (x.value <= 0n) return scaledTo({ value: 1n - power10(scale), scale: 0 }, scale);
  const digits = scale + GUARD + 2 * digitsOf(x.value);
  return cut(logarithm(fixed(x, digits)), digits, scale);
}

function arcTangent({ value, one }: Fixed): bigint {
  let [near, times] = [value, 1n];
  while (abs(near) > one / 8n) {
    near = (near * one) / (one + wholeRoot(one * one + near * near));
    times *= 2n;
  }
  const square = (near * near) / one;
  let [sum, power, sign] = [0n, near, 1n];
  for (let index = 1n; power !== 0n; index += 2n) {
    sum += (sign * power) / index;
    power = (power * square) / one;
    sign = -sign;
  }
  return times * sum;
}

export function atan(x: Decimal, scale: number): Decimal {
  const digits = scale + GUARD + digitsOf(x.value);
  return cut(arcTangent(fixed(x, digits)), digits, scale);
}

/** Less than half a turn from zero. */
function withinTurn({ value, one }: Fixed): bigint {
  const turn = 8n * arcTangent({ value: one, one });
  return value - turn * ((value * 2n + (value < 0n ? -turn : turn)) / (turn * 2n));
}

export function sin(x: Decimal, scale: number): Decimal {
  const digits = scale + GUARD + digitsOf(x.value);
  const { value, one } = fixed(x, digits);
  const angle = withinTurn({ value, one });
  const square = (angle * angle) / one;
  const sum = series(
    angle,
    (term, index) => -(term * square) / (one * 2n * index * (2n * index + 1n)),
  );
  return cut(sum, digits, scale);
}

export function cos(x: Decimal, scale: number): Decimal {
  const digits = scale + GUARD + digitsOf(x.value);
  const { value, one } = fixed(x, digits);
  const angle = withinTurn({ value, one });
  const square = (angle * angle) / one;
  const sum = series(
    one,
    (term, index) => -(term * square) / (one * 2n * index * (2n * index - 1n)),
  );
  return cut(sum, digits, scale);
}

const MOST_ORDER = 1_000;

/** The Bessel function of the first kind, of a whole order. */
export function bessel(order: Decimal, x: Decimal, scale: number): Decimal {
  const n = Number(scaledTo(order, 0).value);
  const size = Number(scaledTo(x, 0).value);
  if (Math.abs(n) > MOST_ORDER || Math.abs(size) > 10_000) {
    throw new BcError("j() of so large a number is not supported here");
  }
  const digits = scale + GUARD + Math.abs(size) + Math.abs(n);
  const { value, one } = fixed(x, digits);
  const half = value / 2n;
  const square = (half * half) / one;
  const times = BigInt(Math.abs(n));
  let first = one;
  for (let index = 1n; index <= times; index += 1n) first = (first * half) / (one * index);
  const sum = series(first, (term, index) => -(term * square) / (one * index * (index + times)));
  return cut(n < 0 && n % 2 !== 0 ? -sum : sum, digits, scale);
}
