import type { Running } from "../command.ts";
import type { Compiled } from "./filter.ts";
import { combinations, many, Pause } from "./filter.ts";
import type { Json } from "./json.ts";
import type { Machine } from "./machine.ts";

/** Work that comes to one thing, with a pause now and then. */
export type Steps<Result> = Generator<Pause, Result, undefined>;

/** A function of values that may be large: what it makes of its input and of the values of its arguments. */
export type LongNative = (machine: Machine, input: Json, ...args: readonly Json[]) => Steps<Json>;

/** What is made, in steps, of every combination of some filters' outputs. */
export const stepped = (
  filters: readonly Compiled[],
  work: (values: readonly Json[], input: Json) => Steps<Json>,
): Compiled =>
  many(function* (input, frame) {
    for (const values of combinations(filters, input, frame)) {
      if (values instanceof Pause) yield values;
      else yield yield* work(values, input);
    }
  });

/** Work of other commands, whose ticks are pauses here. */
export function* paused<Result>(running: Running<Result>): Steps<Result> {
  for (;;) {
    const { done, value } = running.next();
    if (done === true) return value;
    yield new Pause(value);
  }
}
