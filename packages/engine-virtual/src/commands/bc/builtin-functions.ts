import { atan, bessel, cos, exp, ln, sin } from "./mathematics.ts";
import { type Decimal, integer, lengthOf, squareRoot } from "./number.ts";

type Native = (args: readonly Decimal[], scale: number) => Decimal;

const ZERO = integer(0);
const first = (args: readonly Decimal[]): Decimal => args[0] ?? ZERO;

/** How many arguments each takes, and what it gives. */
export interface BuiltinFunction {
  readonly count: number;
  readonly run: Native;
}

const of = (count: number, run: Native): BuiltinFunction => ({ count, run });

export const ALWAYS: ReadonlyMap<string, BuiltinFunction> = new Map([
  ["length", of(1, (args) => integer(lengthOf(first(args))))],
  ["scale", of(1, (args) => integer(first(args).scale))],
  ["sqrt", of(1, (args, scale) => squareRoot(first(args), scale))],
]);

/** Those of `bc -l`. */
export const LIBRARY: ReadonlyMap<string, BuiltinFunction> = new Map([
  ["e", of(1, (args, scale) => exp(first(args), scale))],
  ["l", of(1, (args, scale) => ln(first(args), scale))],
  ["s", of(1, (args, scale) => sin(first(args), scale))],
  ["c", of(1, (args, scale) => cos(first(args), scale))],
  ["a", of(1, (args, scale) => atan(first(args), scale))],
  ["j", of(2, (args, scale) => bessel(first(args), args[1] ?? ZERO, scale))],
]);
