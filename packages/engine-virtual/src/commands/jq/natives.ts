import { hasKey, pathOf, setPath } from "./access.ts";
import { sumOf } from "./arithmetic.ts";
import { DATE_FUNCTIONS } from "./dates.ts";
import { deletePaths } from "./delete-paths.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { compareJson, isArray, isObject, isTrue, JqError, kindOf, sortedKeys } from "./json.ts";
import { parsedJson } from "./parsed-json.ts";
import { lengthOf } from "./length.ts";
import { LIST_FUNCTIONS } from "./lists.ts";
import { MATH_FUNCTIONS } from "./mathematics.ts";
import { TEXT_FUNCTIONS } from "./texts.ts";

/** A function that makes one value of its input and the values of its arguments. */
export type Native = (input: Json, ...args: readonly Json[]) => Json;

function keysOf(value: Json, isSorted: boolean): Json {
  if (isArray(value)) return Array.from(value.keys());
  if (isObject(value)) return isSorted ? sortedKeys(value) : [...value.keys()];
  throw new JqError(`${described(value)} has no keys`);
}

function toNumber(value: Json): Json {
  if (typeof value === "number") return value;
  if (typeof value !== "string")
    throw new JqError(`${described(value)} cannot be parsed as a number`);
  const number = parsedJson(value);
  if (typeof number === "number") return number;
  throw new JqError(`${described(value)} cannot be parsed as a number`);
}

function deleteAll(value: Json, paths: Json): Json {
  if (!isArray(paths)) throw new JqError("Paths must be specified as an array");
  return deletePaths(value, paths.toSorted(compareJson).map(pathOf));
}

const BASIC: Readonly<Record<string, Native>> = {
  "add/0": (input) => sumOf(isObject(input) ? [...input.values()] : listOf(input)),
  "delpaths/1": (input, paths = null) => deleteAll(input, paths),
  "has/1": (input, key = null) => hasKey(input, key),
  "keys/0": (input) => keysOf(input, true),
  "keys_unsorted/0": (input) => keysOf(input, false),
  "length/0": lengthOf,
  "not/0": (input) => !isTrue(input),
  "null/0": () => null,
  "true/0": () => true,
  "false/0": () => false,
  "setpath/2": (input, path = null, value = null) => setPath(input, { path: pathOf(path), value }),
  "tonumber/0": toNumber,
  "toboolean/0": (input) => {
    if (typeof input === "boolean") return input;
    if (input === "true" || input === "false") return input === "true";
    throw new JqError(`${described(input)} cannot be parsed as a boolean`);
  },
  "type/0": kindOf,
  "utf8bytelength/0": (input) => {
    if (typeof input === "string") return Buffer.byteLength(input);
    throw new JqError(`${described(input)} only strings have UTF-8 byte length`);
  },
};

function listOf(value: Json): readonly Json[] {
  if (isArray(value)) return value;
  throw new JqError(`Cannot iterate over ${described(value)}`);
}

const TABLES = [BASIC, LIST_FUNCTIONS, TEXT_FUNCTIONS, MATH_FUNCTIONS, DATE_FUNCTIONS];

/** By `name/count`. */
export const NATIVES: ReadonlyMap<string, Native> = new Map(
  TABLES.flatMap((table) => Object.entries(table)),
);
