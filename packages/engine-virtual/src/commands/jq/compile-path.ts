import { getKey, rangeKey } from "./access.ts";
import type { Compiled, Place } from "./filter.ts";
import { combinations, combined, NOW, Pause, placed, single } from "./filter.ts";
import type { Compiler } from "./compiler.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { isArray, isObject, JqError } from "./json.ts";
import type { Machine } from "./machine.ts";
import type { Scope } from "./scope.ts";
import type { Filter } from "./syntax.ts";

type Of<Kind extends Filter["kind"]> = Extract<Filter, { kind: Kind }>;

export const inner = (at: Place, key: Json): Place => ({
  path: [...at.path, key],
  value: getKey(at.value, key),
});

/** `.of[key]`, for each place and each key: the keys are of the whole's input. */
function indexed(of: Compiled, key: Compiled): Compiled {
  const { run, one } = combined([key, of], ([wanted = null, value = null]) =>
    getKey(value, wanted),
  );
  const places: Compiled["places"] = function* (at, frame) {
    for (const wanted of key.run(at.value, frame)) {
      if (wanted instanceof Pause) {
        yield wanted;
        continue;
      }
      for (const place of of.places(at, frame)) {
        yield place instanceof Pause ? place : inner(place, wanted);
      }
    }
  };
  return { run, places, ...(one && { one }) };
}

export function compileIndex(node: Of<"index">, scope: Scope, compiler: Compiler): Compiled {
  return indexed(compiler.compile(node.of, scope), compiler.compile(node.key, scope));
}

export function compileSlice(node: Of<"slice">, scope: Scope, compiler: Compiler): Compiled {
  const end = (filter: Filter | undefined): Compiled =>
    filter === undefined ? single(() => null) : compiler.compile(filter, scope);
  const key = combined([end(node.from), end(node.to)], ([from = null, to = null]) =>
    rangeKey(from, to),
  );
  return indexed(compiler.compile(node.of, scope), key);
}

/** The keys that `.[]` goes through. */
function* keysOf(value: Json): Iterable<Json> {
  if (isArray(value)) yield* value.keys();
  else if (isObject(value)) yield* value.keys();
  else cannotIterate(value);
}

function cannotIterate(value: Json): never {
  throw new JqError(`Cannot iterate over ${described(value)}`);
}

function valuesOf(value: Json): Iterable<Json> {
  if (isArray(value)) return value;
  return isObject(value) ? value.values() : cannotIterate(value);
}

export function compileIterate(node: Of<"iterate">, scope: Scope, compiler: Compiler): Compiled {
  const of = compiler.compile(node.of, scope);
  const { machine } = compiler;
  return placed(
    function* (input, frame) {
      for (const value of of.run(input, frame)) {
        if (value instanceof Pause) {
          yield value;
          continue;
        }
        for (const part of valuesOf(value)) {
          yield part;
          if (machine.isTime()) yield NOW;
        }
      }
    },
    function* (at, frame) {
      for (const place of of.places(at, frame)) {
        if (place instanceof Pause) {
          yield place;
          continue;
        }
        for (const key of keysOf(place.value)) {
          yield inner(place, key);
          if (machine.isTime()) yield NOW;
        }
      }
    },
  );
}

/** Everything in a value, itself first, without a level of calls for each level of the value. */
export function recursed(next: Compiled, machine: Machine): Compiled {
  return placed(
    function* (input, frame) {
      yield input;
      const open = [next.run(input, frame)];
      for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
        const { done, value } = top.next();
        if (done === true) open.pop();
        else {
          yield value;
          if (!(value instanceof Pause)) open.push(next.run(value, frame));
        }
        if (machine.isTime()) yield NOW;
      }
    },
    function* (at, frame) {
      yield at;
      const open = [next.places(at, frame)];
      for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
        const { done, value } = top.next();
        if (done === true) open.pop();
        else {
          yield value;
          if (!(value instanceof Pause)) open.push(next.places(value, frame));
        }
        if (machine.isTime()) yield NOW;
      }
    },
  );
}

/** `.[]?` of what may have no parts. */
const PARTS: Compiled = placed(
  function* (input) {
    if (isArray(input)) yield* input;
    else if (isObject(input)) yield* input.values();
  },
  function* (at) {
    if (!isArray(at.value) && !isObject(at.value)) return;
    for (const key of keysOf(at.value)) yield inner(at, key);
  },
);

export const compileRecurse = (machine: Machine): Compiled => recursed(PARTS, machine);

/** `getpath(path)`, which is a path itself. */
export function compileGetPath(path: Compiled): Compiled {
  const keys = (value: Json): readonly Json[] => {
    if (isArray(value)) return value;
    throw new JqError("Path must be specified as an array");
  };
  const found = (at: Place, wanted: readonly Json[]): Place =>
    wanted.reduce<Place>(
      (place, key) =>
        place.value === null ? { path: [...place.path, key], value: null } : inner(place, key),
      at,
    );
  return placed(
    function* (input, frame) {
      for (const values of combinations([path], input, frame)) {
        if (values instanceof Pause) yield values;
        else yield found({ path: [], value: input }, keys(values[0] ?? null)).value;
      }
    },
    function* (at, frame) {
      for (const wanted of path.run(at.value, frame)) {
        yield wanted instanceof Pause ? wanted : found(at, keys(wanted));
      }
    },
  );
}
