import { timeZone } from "../dates/time-zone.ts";
import type { Compiler } from "./compiler.ts";
import { compileGetPath, compileRecurse, recursed } from "./compile-path.ts";
import { textOf } from "./formats.ts";
import { compileSubstitution } from "./compile-substitution.ts";
import { captured, spanOf } from "./match-parts.ts";
import { Expressions } from "./expressions.ts";
import { ZONE_FUNCTIONS } from "./dates.ts";
import type { Compiled, Frame, Outputs, Place } from "./filter.ts";
import { combinations, combined, mapped, many, NOW, Pause, placed, single } from "./filter.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { isTrue, JqError } from "./json.ts";
import { HaltError } from "./halt.ts";
import { formattedSlowly } from "./long-formats.ts";
import type { Machine } from "./machine.ts";
import { paused, stepped } from "./steps.ts";
import { writeJson } from "./write-json.ts";

type Build = (args: readonly Compiled[], compiler: Compiler) => Compiled;

const IDENTITY = single((input) => input);

const arg = (args: readonly Compiled[], index: number): Compiled => args[index] ?? IDENTITY;

const NONE: Compiled = placed(
  function* () {
    // No output.
  },
  function* () {
    // No place.
  },
);

/** `error`: of null it is nothing, as in jq 1.6. */
const THROWN = many((input, frame) => {
  if (input === null) return NONE.run(input, frame);
  throw new JqError(input);
});

/** `path(f)` */
const compilePath: Build = (args) =>
  many(function* (input, frame) {
    for (const place of arg(args, 0).places({ path: [], value: input }, frame)) {
      yield place instanceof Pause ? place : place.path;
    }
  });

/** The first so many outputs. */
function* taken<Output>(
  outputs: Generator<Output | Pause, void, undefined>,
  most: number,
): Generator<Output | Pause, void, undefined> {
  let left = most;
  if (left <= 0) return;
  for (const output of outputs) {
    yield output;
    if (output instanceof Pause) continue;
    left -= 1;
    if (left <= 0) return;
  }
}

const compileLimit: Build = (args) => {
  const [count, of] = [arg(args, 0), arg(args, 1)];
  const counted = function* <Output>(
    input: Json,
    frame: Frame,
    outputs: () => Generator<Output | Pause, void, undefined>,
  ): Generator<Output | Pause, void, undefined> {
    for (const most of count.run(input, frame)) {
      if (most instanceof Pause) yield most;
      // Below zero there is no limit.
      else yield* taken(outputs(), typeof most === "number" && most >= 0 ? most : Infinity);
    }
  };
  return placed(
    (input, frame) => counted<Json>(input, frame, () => of.run(input, frame)),
    (at, frame) => counted<Place>(at.value, frame, () => of.places(at, frame)),
  );
};

const compileFirst: Build = (args) =>
  placed(
    (input, frame) => taken<Json>(arg(args, 0).run(input, frame), 1),
    (at, frame) => taken<Place>(arg(args, 0).places(at, frame), 1),
  );

const compileLast: Build = (args) => {
  const last = function* <Output>(
    outputs: Generator<Output | Pause, void, undefined>,
  ): Generator<Output | Pause, void, undefined> {
    let found: readonly Output[] = [];
    for (const output of outputs) {
      if (output instanceof Pause) yield output;
      else found = [output];
    }
    yield* found;
  };
  return placed(
    (input, frame) => last<Json>(arg(args, 0).run(input, frame)),
    (at, frame) => last<Place>(arg(args, 0).places(at, frame)),
  );
};

function numberIn(value: Json): number {
  if (typeof value === "number") return value;
  throw new JqError("Range bounds must be numeric");
}

const compileRange: Build = (args, { machine }) =>
  many(function* (input, frame) {
    for (const values of combinations(args, input, frame)) {
      if (values instanceof Pause) {
        yield values;
        continue;
      }
      const [from = 0, to = 0, by = 1] = values.map(numberIn);
      for (let at = from; by > 0 ? at < to : by < 0 && at > to; at += by) {
        yield at;
        if (machine.isTime()) yield NOW;
      }
    }
  });

/** `any(generator; condition)` and `all`: no more is asked for than decides it. */
const compileQuantifier =
  (decides: boolean): Build =>
  (args) =>
    many(function* (input, frame): Outputs {
      for (const value of arg(args, 0).run(input, frame)) {
        if (value instanceof Pause) {
          yield value;
          continue;
        }
        for (const answer of arg(args, 1).run(value, frame)) {
          if (answer instanceof Pause) yield answer;
          else if (isTrue(answer) === decides) {
            yield decides;
            return;
          }
        }
      }
      yield !decides;
    });

function* nextInput({ inputs }: Machine): Outputs {
  const value = yield* paused(inputs.next());
  if (value === undefined) throw new JqError("break");
  yield value;
}

/** `match` and what is made of it, by how the matches are shown. */
const compileMatching =
  (show: (matches: Iterable<Json>, input: Json) => Iterable<Json>): Build =>
  (args, { machine }) => {
    const expressions = new Expressions();
    return many(function* (input, frame) {
      for (const values of combinations(args, input, frame)) {
        if (values instanceof Pause) yield values;
        else {
          const [pattern = null, flags = null] = values;
          for (const found of show(expressions.matches(input, pattern, flags), input)) {
            yield found;
            if (machine.isTime()) yield NOW;
          }
        }
      }
    });
  };

/** What is between matches. */
function* partsBetween(matches: Iterable<Json>, input: Json): Iterable<Json> {
  const characters = typeof input === "string" ? Array.from(input) : [];
  const parts: Json[] = [];
  let at = 0;
  for (const match of matches) {
    const { offset, length } = spanOf(match);
    parts.push(characters.slice(at, offset).join(""));
    at = offset + length;
  }
  yield [...parts, characters.slice(at).join("")];
}

const compileSplit: Build = ([pattern = IDENTITY, flags = IDENTITY], compiler) => {
  const all = mapped(flags, (value) => `g${typeof value === "string" ? value : ""}`);
  return compileMatching(partsBetween)([pattern, all], compiler);
};

const compileDebug: Build = (_, { machine }) =>
  single((input) => {
    machine.invocation.stderr.write(`${writeJson(["DEBUG:", input], {})}\n`);
    return input;
  });

const compileStderr: Build = (_, { machine }) =>
  single((input) => {
    machine.invocation.stderr.write(writeJson(input, {}));
    return input;
  });

const compileHaltError: Build = (args) =>
  combined(args, ([status = null], input) => {
    if (typeof status !== "number") {
      throw new JqError(`${described(input)} halt_error/1: number required`);
    }
    throw new HaltError(Math.trunc(status), input);
  });

/** A function that asks for the zone of the place as well. */
const zoned =
  (work: (typeof ZONE_FUNCTIONS)[string]): Build =>
  (args, { machine }) =>
    combined(args, ([format = null], input) =>
      work(timeZone(machine.invocation.env.get("TZ")), input, format),
    );

/** Functions that are more than one value of some values, by `name/count`. */
export const SPECIAL_FUNCTIONS: ReadonlyMap<string, Build> = new Map<string, Build>([
  ...Object.entries(ZONE_FUNCTIONS).map(([name, work]) => [name, zoned(work)] as const),
  ["_capture_object/0", () => single(captured)],
  ["all/2", compileQuantifier(false)],
  ["any/2", compileQuantifier(true)],
  ["debug/0", compileDebug],
  ["empty/0", () => NONE],
  ["error/0", () => THROWN],
  ["first/1", compileFirst],
  ["getpath/1", (args) => compileGetPath(arg(args, 0))],
  [
    "halt/0",
    () =>
      single(() => {
        throw new HaltError(0, undefined);
      }),
  ],
  ["halt_error/1", compileHaltError],
  ["input/0", (_, { machine }) => many(() => nextInput(machine))],
  ["input_filename/0", (_, { machine }) => single(() => machine.inputs.name ?? null)],
  ["input_line_number/0", (_, { machine }) => single(() => machine.inputs.lines)],
  ["last/1", compileLast],
  ["limit/2", compileLimit],
  [
    "format/1",
    (args, { machine }) =>
      stepped(args, ([name = null], input) => formattedSlowly(machine, `@${textOf(name)}`, input)),
  ],
  ["match/2", compileMatching((matches) => matches)],
  ["now/0", (_, { machine }) => single(() => machine.invocation.now() / 1_000)],
  ["path/1", compilePath],
  ["range/3", compileRange],
  ["recurse/0", (_, { machine }) => compileRecurse(machine)],
  ["recurse/1", (args, { machine }) => recursed(arg(args, 0), machine)],
  ["split/2", compileSplit],
  ["stderr/0", compileStderr],
  ["sub/3", compileSubstitution],
  [
    "test/2",
    compileMatching(function* (matches) {
      yield matches[Symbol.iterator]().next().done !== true;
    }),
  ],
]);
