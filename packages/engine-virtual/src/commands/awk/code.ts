import type { Running } from "../command.ts";
import type { AwkArray } from "./awk-array.ts";
import type { Value } from "./value.ts";

/** The variables of a function's call; empty outside of one. */
export type Locals = (Value | AwkArray)[];

/**
 * A compiled expression. What can neither wait nor take long is a plain function; what may is a generator:
 * most of a program is plain, and runs without the cost of the other.
 */
export type Code<Result = Value> =
  | { readonly isPlain: true; readonly run: (locals: Locals) => Result }
  | { readonly isPlain: false; readonly run: (locals: Locals) => Running<Result> };

export const plain = <Result>(run: (locals: Locals) => Result): Code<Result> => ({
  isPlain: true,
  run,
});

export const slow = <Result>(run: (locals: Locals) => Running<Result>): Code<Result> => ({
  isPlain: false,
  run,
});

export const constant = <Result>(value: Result): Code<Result> => plain(() => value);

/** Runs either kind, where the other parts are generators anyway. */
export function* evaluate<Result>(code: Code<Result>, locals: Locals): Running<Result> {
  return code.isPlain ? code.run(locals) : yield* code.run(locals);
}

/** What is made of one value. */
export function withOne<A, Result>(
  one: Code<A>,
  work: (value: A, locals: Locals) => Result,
): Code<Result> {
  if (one.isPlain) {
    const { run } = one;
    return plain((locals) => work(run(locals), locals));
  }
  const { run } = one;
  return slow(function* (locals) {
    return work(yield* run(locals), locals);
  });
}

/** What is made of two values, the left one first. */
export function withTwo<A, B, Result>(
  left: Code<A>,
  right: Code<B>,
  work: (left: A, right: B, locals: Locals) => Result,
): Code<Result> {
  if (left.isPlain && right.isPlain) {
    const [first, second] = [left.run, right.run];
    return plain((locals) => work(first(locals), second(locals), locals));
  }
  return slow(function* (locals) {
    const first = yield* evaluate(left, locals);
    return work(first, yield* evaluate(right, locals), locals);
  });
}

/** Any number of values, from left to right. */
export function allOf<Result>(parts: readonly Code<Result>[]): Code<readonly Result[]> {
  const runs = parts.flatMap((part) => (part.isPlain ? [part.run] : []));
  if (runs.length === parts.length) return plain((locals) => runs.map((run) => run(locals)));
  return slow(function* (locals) {
    const values: Result[] = [];
    for (const part of parts) values.push(yield* evaluate(part, locals));
    return values;
  });
}

/** How a statement ended, where not at its end. */
export const SIGNALS = {
  none: 0,
  break: 1,
  continue: 2,
  next: 3,
  nextfile: 4,
  exit: 5,
  return: 6,
} as const;

/** One of `SIGNALS`. */
export type Signal = number;

/** A `next`, `nextfile` or `exit` in a function: it leaves the expression that called it as well. */
export class Leaving extends Error {
  override readonly name = "Leaving";
  readonly signal: Signal;

  constructor(signal: Signal) {
    super("a function leaves its caller");
    this.signal = signal;
  }
}
