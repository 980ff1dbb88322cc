import type { Json } from "./json.ts";

/** A number as what is at least a half and less than one, and a power of two. */
function parts(number: number): readonly [fraction: number, power: number] {
  if (number === 0 || !Number.isFinite(number)) return [number, 0];
  let power = Math.max(-1023, Math.floor(Math.log2(Math.abs(number))) + 1);
  let fraction = number * 2 ** -power;
  while (Math.abs(fraction) < 0.5) [fraction, power] = [fraction * 2, power - 1];
  while (Math.abs(fraction) >= 1) [fraction, power] = [fraction / 2, power + 1];
  return [fraction, power];
}

const bits = new DataView(new ArrayBuffer(8));

/** The number right behind another one, towards a third. */
function nextAfter(number: number, towards: number): number {
  if (Number.isNaN(number) || Number.isNaN(towards)) return Number.NaN;
  if (number === towards) return towards;
  if (number === 0) return Math.sign(towards) * Number.MIN_VALUE;
  bits.setFloat64(0, number);
  const isAway = number < towards === number > 0;
  bits.setBigInt64(0, bits.getBigInt64(0) + (isAway ? 1n : -1n));
  return bits.getFloat64(0);
}

/** What is left of a division whose quotient is rounded to the nearest, of two such to the even one. */
function remainder(left: number, right: number): number {
  if (!Number.isFinite(left) || right === 0 || Number.isNaN(right)) return Number.NaN;
  const size = Math.abs(right);
  const rest = left % size;
  const isOdd = Math.trunc(left / size) % 2 !== 0;
  const isUp = Math.abs(rest) * 2 > size || (Math.abs(rest) * 2 === size && isOdd);
  return isUp ? rest - Math.sign(rest) * size : rest;
}

const isNegative = (number: number): boolean => number < 0 || Object.is(number, -0);

/** What C's library has and JavaScript has not. */
export const MORE_MATHEMATICS = {
  parts: (number: number): Json => parts(number),
  ofOne: {
    logb: (number: number) => (number === 0 ? -Infinity : parts(number)[1] - 1),
    pow10: (number: number) => 10 ** number,
    significand: (number: number) => (number === 0 ? number : parts(number)[0] * 2),
  },
  ofTwo: {
    copysign: (size: number, sign: number) => (isNegative(sign) ? -Math.abs(size) : Math.abs(size)),
    drem: remainder,
    fdim: (left: number, right: number) => (left > right ? left - right : 0),
    nextafter: nextAfter,
    nexttoward: nextAfter,
    remainder,
  },
} as const;
