import type { Tick } from "../command.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { JqError } from "./json.ts";

/** Comes between outputs where it is time for a tick; whoever gets it passes it on. */
export class Pause {
  readonly tick: Tick;

  constructor(tick: Tick) {
    this.tick = tick;
  }
}

export const NOW = new Pause(undefined);

export type Outputs = Generator<Json | Pause, void, undefined>;

/** A value with the way to it from where `path` began. */
export interface Place {
  readonly path: readonly Json[];
  readonly value: Json;
}

export type Places = Generator<Place | Pause, void, undefined>;

/** A filter that was handed over, with what it was compiled in. */
export interface Closure {
  readonly filter: Compiled;
  readonly frame: Frame;
}

/** What names stand for as a program runs: one for each name, linked to what was there before. */
export interface Frame {
  readonly value: Json;
  readonly closure?: Closure;
  readonly outer: Frame | undefined;
}

export const ROOT: Frame = { value: null, outer: undefined };

/** A compiled filter: any number of outputs for an input. */
export interface Compiled {
  /** Where it always has exactly one output, that, without the cost of a generator. */
  readonly one?: (input: Json, frame: Frame) => Json;
  readonly run: (input: Json, frame: Frame) => Outputs;
  /** The same as places, for `path` and what is assigned to. */
  readonly places: (at: Place, frame: Frame) => Places;
}

export function frameAt(frame: Frame, hops: number): Frame {
  let found = frame;
  for (let left = hops; left > 0; left -= 1) found = found.outer ?? ROOT;
  return found;
}

/** What is made anew is at no place. */
function notAPath(run: Compiled["run"]): Compiled["places"] {
  return function* (at, frame) {
    for (const output of run(at.value, frame)) {
      if (!(output instanceof Pause)) {
        throw new JqError(`Invalid path expression with result ${shown(output)}`);
      }
      yield output;
    }
  };
}

const shown = (value: Json): string => described(value).replace(/^\w+ \(([^]*)\)$/, "$1");

/** A filter with exactly one output. */
export function single(one: (input: Json, frame: Frame) => Json): Compiled {
  const run = function* (input: Json, frame: Frame): Outputs {
    yield one(input, frame);
  };
  return { one, run, places: notAPath(run) };
}

/** A filter with any number of outputs, none of which is at a place. */
export const many = (run: Compiled["run"]): Compiled => ({ run, places: notAPath(run) });

/** A filter that says both. */
export const placed = (run: Compiled["run"], places: Compiled["places"]): Compiled => ({
  run,
  places,
});

/** What becomes of each output of a filter. */
export function mapped(of: Compiled, work: (value: Json, input: Json) => Json): Compiled {
  const { one, run } = of;
  if (one !== undefined) return single((input, frame) => work(one(input, frame), input));
  return many(function* (input, frame) {
    for (const output of run(input, frame)) {
      yield output instanceof Pause ? output : work(output, input);
    }
  });
}

/** Every combination of the outputs of some filters, the first of them slowest. */
export function* combinations(
  filters: readonly Compiled[],
  input: Json,
  frame: Frame,
): Generator<readonly Json[] | Pause, void, undefined> {
  const [first, ...rest] = filters;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const output of first.run(input, frame)) {
    if (output instanceof Pause) yield output;
    else {
      for (const others of combinations(rest, input, frame)) {
        yield others instanceof Pause ? others : [output, ...others];
      }
    }
  }
}

/** What is made of every combination of some filters' outputs. */
export function combined(
  filters: readonly Compiled[],
  work: (values: readonly Json[], input: Json) => Json,
): Compiled {
  const ones = filters.flatMap(({ one }) => (one === undefined ? [] : [one]));
  if (ones.length === filters.length) {
    return single((input, frame) =>
      work(
        ones.map((one) => one(input, frame)),
        input,
      ),
    );
  }
  return many(function* (input, frame) {
    for (const values of combinations(filters, input, frame)) {
      yield values instanceof Pause ? values : work(values, input);
    }
  });
}

/** `break $label`: leaves what the label is about. */
export class BreakError extends Error {
  override readonly name = "BreakError";
  readonly label: Frame;

  constructor(label: Frame) {
    super("break");
    this.label = label;
  }
}
