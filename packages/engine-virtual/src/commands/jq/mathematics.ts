import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { JqError } from "./json.ts";
import { MORE_MATHEMATICS } from "./more-mathematics.ts";

function numberIn(value: Json): number {
  if (typeof value === "number") return value;
  throw new JqError(`${described(value)} number required`);
}

const ofOne =
  (work: (number: number) => number) =>
  (input: Json): Json =>
    work(numberIn(input));

const ofTwo =
  (work: (left: number, right: number) => number) =>
  (_: Json, left: Json = null, right: Json = null): Json =>
    work(numberIn(left), numberIn(right));

/** Half-way cases go to the even number, as in C's rint. */
function nearby(number: number): number {
  const floor = Math.floor(number);
  if (number - floor !== 0.5) return Math.round(number);
  // Up to zero, from below, is a zero below.
  return floor % 2 === 0 ? floor : Math.ceil(number);
}

const awayFromZero = (number: number): number =>
  number < 0 ? -Math.round(-number) : Math.round(number);

const ONE: Readonly<Record<string, (number: number) => number>> = {
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atanh: Math.atanh,
  cbrt: Math.cbrt,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  exp: Math.exp,
  exp10: (number) => 10 ** number,
  exp2: (number) => 2 ** number,
  expm1: Math.expm1,
  fabs: Math.abs,
  floor: Math.floor,
  log: Math.log,
  log10: Math.log10,
  log1p: Math.log1p,
  log2: Math.log2,
  nearbyint: nearby,
  rint: nearby,
  round: awayFromZero,
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
  trunc: Math.trunc,
  ...MORE_MATHEMATICS.ofOne,
};

const TWO: Readonly<Record<string, (left: number, right: number) => number>> = {
  atan2: Math.atan2,
  fmax: Math.max,
  fmin: Math.min,
  fmod: (left, right) => left % right,
  hypot: Math.hypot,
  ldexp: (number, power) => number * 2 ** power,
  pow: (base, power) => base ** power,
  scalb: (number, power) => number * 2 ** power,
  scalbln: (number, power) => number * 2 ** power,
  ...MORE_MATHEMATICS.ofTwo,
};

export const MATH_FUNCTIONS: Readonly<
  Record<string, (input: Json, ...args: readonly Json[]) => Json>
> = {
  ...Object.fromEntries(Object.entries(ONE).map(([name, work]) => [`${name}/0`, ofOne(work)])),
  ...Object.fromEntries(Object.entries(TWO).map(([name, work]) => [`${name}/2`, ofTwo(work)])),
  "fma/3": (_, ...factors) => {
    const [one = 0, other = 0, more = 0] = factors.map(numberIn);
    return one * other + more;
  },
  "frexp/0": (input) => MORE_MATHEMATICS.parts(numberIn(input)),
  "infinite/0": () => Number.POSITIVE_INFINITY,
  "isfinite/0": (input) => Math.abs(numberIn(input)) !== Number.POSITIVE_INFINITY,
  "isinfinite/0": (input) => Math.abs(numberIn(input)) === Number.POSITIVE_INFINITY,
  "isnan/0": (input) => Number.isNaN(numberIn(input)),
  "isnormal/0": (input) =>
    Number.isFinite(numberIn(input)) && Math.abs(numberIn(input)) >= 2 ** -1022,
  "modf/0": (input) => {
    const number = numberIn(input);
    const rest = Number.isFinite(number) ? number % 1 : 0 * Math.sign(number);
    return [rest, Math.trunc(number)];
  },
  "nan/0": () => Number.NaN,
};
