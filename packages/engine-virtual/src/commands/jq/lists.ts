import { described } from "./described.ts";
import { compareJson, isArray, isObject, JqError } from "./json.ts";
import type { Json } from "./json.ts";
import { getKey } from "./access.ts";
import { byKey, keyed, type Keyed, sortable } from "./keyed.ts";
import { lengthOf } from "./length.ts";
import { occurrences } from "./texts.ts";

/** Of several that are the least, the first one; of the greatest, the last one. */
function extreme(values: readonly Keyed[], isGreatest: boolean): Json {
  let best: Keyed | undefined;
  for (const one of values) {
    const order = best === undefined ? 0 : byKey(one, best);
    if (best === undefined || (isGreatest ? order >= 0 : order < 0)) best = one;
  }
  return best?.value ?? null;
}

const itself = (value: Json): readonly Keyed[] => keyed(value, value, "iterated over");

function flattened(value: Json, depth: Json): Json {
  if (typeof depth !== "number") throw new JqError("flatten depth must not be negative");
  if (depth < 0) throw new JqError("flatten depth must not be negative");
  const values = isObject(value) ? [...value.values()] : value;
  if (!isArray(values)) throw new JqError(`Cannot iterate over ${described(value)}`);
  const result: Json[] = [];
  const add = (list: readonly Json[], left: number): void => {
    for (const one of list) {
      if (isArray(one) && left > 0) add(one, left - 1);
      else result.push(one);
    }
  };
  add(values, depth);
  return result;
}

function reversed(value: Json): Json {
  if (value === null) return [];
  if (typeof value === "string") return Array.from(value).reverse().join("");
  if (isArray(value)) return value.toReversed();
  // Its elements are asked for, from the last one on.
  return lengthOf(value) === 0 ? [] : getKey(value, 0);
}

function indices(value: Json, wanted: Json): Json {
  if (value === null) return null;
  if (typeof value === "string" && typeof wanted === "string") return occurrences(value, wanted);
  if (isArray(value) && !isArray(wanted)) return getKey(value, [wanted]);
  return getKey(value, wanted);
}

function oneIndex(value: Json, wanted: Json, which: number): Json {
  const all = indices(value, wanted);
  return isArray(all) ? (all.at(which) ?? null) : getKey(all, 0);
}

function binarySearch(value: Json, wanted: Json): Json {
  const list = sortable(value, "searched from");
  let [low, high] = [0, list.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareJson(list[middle] ?? null, wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

export const LIST_FUNCTIONS: Readonly<
  Record<string, (input: Json, ...args: readonly Json[]) => Json>
> = {
  "_max_by/1": (input, keys = null) => extreme(keyed(input, keys, "iterated over"), true),
  "_min_by/1": (input, keys = null) => extreme(keyed(input, keys, "iterated over"), false),
  "bsearch/1": (input, wanted = null) => binarySearch(input, wanted),
  "flatten/1": (input, depth = null) => flattened(input, depth),
  "index/1": (input, wanted = null) => oneIndex(input, wanted, 0),
  "indices/1": (input, wanted = null) => indices(input, wanted),
  "max/0": (input) => extreme(itself(input), true),
  "min/0": (input) => extreme(itself(input), false),
  "reverse/0": reversed,
  "rindex/1": (input, wanted = null) => oneIndex(input, wanted, -1),
};
