import { atan, bessel, cos, exp, ln, sin } from "./mathematics.ts";
import { BcError, type Decimal, integer, lengthOf, squareRoot } from "./number.ts";

type Native = (args: readonly Decimal[], scale: number) => Decimal;

const ZERO = integer(0);
const first = (args: readonly Decimal[]): Decimal => args[0] ?? ZERO;

/** How many arguments each takes, and what it gives. */
export interface BuiltinFunction {
  readonly count: number;
  readonly run: Native;
}

const of = (count: number, run: Native): BuiltinFunction => ({ count, run });

/** Digits behind the point that a series may have: it goes on without a tick. */
const MOST_DIGITS = 5_000;

/** A function that is the sum of a series. */
const ofSeries = (count: number, run: Native): BuiltinFunction =>
  of(count, (args, scale) => {
    if (scale <= MOST_DIGITS) return run(args, scale);
    throw new BcError(`functions of bc -l have at most ${MOST_DIGITS} digits here`);
  });

export const ALWAYS: ReadonlyMap<string, BuiltinFunction> = new Map([
  ["length", of(1, (args) => integer(lengthOf(first(args))))],
  ["scale", of(1, (args) => integer(first(args).scale))],
  ["sqrt", of(1, (args, scale) => squareRoot(first(args), scale))],
]);

/** Those of `bc -l`. */
export const LIBRARY: ReadonlyMap<string, BuiltinFunction> = new Map([
  ["e", ofSeries(1, (args, scale) => exp(first(args), scale))],
  ["l", ofSeries(1, (args, scale) => ln(first(args), scale))],
  ["s", ofSeries(1, (args, scale) => sin(first(args), scale))],
  ["c", ofSeries(1, (args, scale) => cos(first(args), scale))],
  ["a", ofSeries(1, (args, scale) => atan(first(args), scale))],
  ["j", ofSeries(2, (args, scale) => bessel(first(args), args[1] ?? ZERO, scale))],
]);
