import { lengthOf as charactersIn, sliceOf } from "../characters.ts";
import type { Json, JsonObject } from "./json.ts";
import { isArray, isEqual, isObject, JqError, kindOf, withKey } from "./json.ts";

/** `.[from:to]`, as a path has it. */
interface Range {
  readonly from: Json;
  readonly to: Json;
}

const START = "start";
const END = "end";

export const rangeKey = (from: Json, to: Json): JsonObject =>
  new Map([
    [START, from],
    [END, to],
  ]);

function rangeOf(key: JsonObject): Range {
  return { from: key.get(START) ?? null, to: key.get(END) ?? null };
}

/** A slice's ends in something of that length. */
export function bounds({ from, to }: Range, length: number): readonly [number, number] {
  const wrong = [from, to].some((end) => end !== null && typeof end !== "number");
  if (wrong) throw new JqError("Start and end indices of an array slice must be numbers");
  const place = (end: Json, otherwise: number, round: (number: number) => number): number => {
    if (typeof end !== "number") return otherwise;
    const index = round(end);
    return Math.min(length, Math.max(0, index < 0 ? index + length : index));
  };
  const start = place(from, 0, Math.floor);
  return [start, Math.max(start, place(to, length, Math.ceil))];
}

function sliced(value: Json, range: Range): Json {
  if (value === null) return null;
  if (typeof value === "string") {
    return sliceOf(value, ...bounds(range, charactersIn(value)));
  }
  if (!isArray(value)) throw new JqError(`Cannot index ${kindOf(value)} with object`);
  return value.slice(...bounds(range, value.length));
}

function cannotIndex(value: Json, key: Json): never {
  const shown = typeof key === "string" ? `string "${key}"` : kindOf(key);
  throw new JqError(`Cannot index ${kindOf(value)} with ${shown}`);
}

/** Where a list begins in another one. */
function placesOf(list: readonly Json[], sought: readonly Json[]): Json {
  if (sought.length === 0) return null;
  const found: number[] = [];
  list.forEach((_, start) => {
    const isHere = sought.every(
      (value, index) => start + index < list.length && isEqual(list[start + index] ?? null, value),
    );
    if (isHere) found.push(start);
  });
  return found;
}

function elementOf(list: readonly Json[], key: number): Json {
  if (Number.isNaN(key)) return null;
  const index = Math.floor(key);
  return list.at(index) ?? null;
}

/** `.[key]` */
export function getKey(value: Json, key: Json): Json {
  if (typeof key === "string" && isObject(value)) return value.get(key) ?? null;
  if (typeof key === "number" && isArray(value)) return elementOf(value, key);
  return getRarely(value, key);
}

function getRarely(value: Json, key: Json): Json {
  if (isObject(key)) return sliced(value, rangeOf(key));
  if (isArray(key) && isArray(value)) return placesOf(value, key);
  return value === null && !isArray(key) && typeof key !== "boolean"
    ? null
    : cannotIndex(value, key);
}

const NO_KEYS: JsonObject = new Map();

const LARGEST_INDEX = 536_870_911;

function setElement(list: readonly Json[], key: number, value: Json): Json {
  const index = Math.floor(key) < 0 ? Math.floor(key) + list.length : Math.floor(key);
  if (index < 0) throw new JqError("Out of bounds negative array index");
  if (index > LARGEST_INDEX) throw new JqError("Array index too large");
  if (index > list.length + 1_000_000) throw new JqError("Array index too large");
  // At the end, which is where most are set, one copy is enough.
  if (index === list.length) return list.concat([value]);
  const copy = list.slice();
  while (copy.length < index) copy.push(null);
  copy[index] = value;
  return copy;
}

function setSlice(list: readonly Json[], range: Range, value: Json): Json {
  if (!isArray(value)) throw new JqError("A slice of an array can only be assigned another array");
  const [from, to] = bounds(range, list.length);
  return [...list.slice(0, from), ...value, ...list.slice(to)];
}

/** A copy in which the value of a key is another. */
export function setKey(of: Json, key: Json, value: Json): Json {
  if (typeof key === "string" && (of === null || isObject(of))) {
    return withKey(of ?? NO_KEYS, key, value);
  }
  return of === null || isArray(of) ? setPlace(of ?? [], key, value) : cannotSet(of, key);
}

function setPlace(of: readonly Json[], key: Json, value: Json): Json {
  if (typeof key === "number") return setElement(of, key, value);
  return isObject(key) ? setSlice(of, rangeOf(key), value) : cannotSet(of, key);
}

function cannotSet(of: Json, key: Json): never {
  if (isObject(key)) throw new JqError(`Cannot update field at object index of ${kindOf(of)}`);
  if (isArray(key)) throw new JqError("Cannot update field at array index of array");
  return cannotIndex(of, key);
}

export function hasKey(value: Json, key: Json): boolean {
  if (value === null) return false;
  if (isObject(value) && typeof key === "string") return value.has(key);
  if (isArray(value) && typeof key === "number") return key >= 0 && key < value.length;
  throw new JqError(`Cannot check whether ${kindOf(value)} has a ${kindOf(key)} key`);
}

export function pathOf(value: Json): readonly Json[] {
  if (!isArray(value)) throw new JqError("Path must be specified as an array");
  return value;
}

export function getPath(value: Json, path: readonly Json[]): Json {
  let found = value;
  for (const key of path) {
    if (found === null) return null;
    found = getKey(found, key);
  }
  return found;
}

/** What is put at the end of a path. */
interface Placed {
  readonly path: readonly Json[];
  readonly value: Json;
}

/** A copy in which something else is at a path, of which `depth` steps are behind. */
export function setPath(of: Json, placed: Placed, depth = 0): Json {
  const key = placed.path[depth];
  if (key === undefined) return placed.value;
  return setKey(of, key, setPath(getKey(of, key), placed, depth + 1));
}

function withoutElement(list: readonly Json[], key: number): Json {
  const index = Math.floor(key) < 0 ? Math.floor(key) + list.length : Math.floor(key);
  return index < 0 ? list : list.toSpliced(index, 1);
}

function deleteKey(value: Json, key: Json): Json {
  if (value === null) return null;
  if (isObject(value) && typeof key === "string") {
    const copy = new Map(value);
    copy.delete(key);
    return copy;
  }
  if (isArray(value) && typeof key === "number") return withoutElement(value, key);
  if (isArray(value) && isObject(key)) return setSlice(value, rangeOf(key), []);
  throw new JqError(
    `Cannot delete field at ${isObject(value) ? "object" : "array"} index of ${kindOf(value)}`,
  );
}

/** A copy without what is at a path, of which `depth` steps are behind. */
export function deletePath(value: Json, path: readonly Json[], depth = 0): Json {
  const key = path[depth];
  if (key === undefined || value === null) return null;
  if (depth === path.length - 1) return deleteKey(value, key);
  const inner = getKey(value, key);
  return inner === null ? value : setKey(value, key, deletePath(inner, path, depth + 1));
}
