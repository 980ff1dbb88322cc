import { changePath, hasKey, pathOf } from "./access.ts";
import { sumOf } from "./arithmetic.ts";
import { DATE_FUNCTIONS } from "./dates.ts";
import { deletePaths } from "./delete-paths.ts";
import { textOf } from "./formats.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import {
  compareJson,
  isArray,
  isEqual,
  isObject,
  isTrue,
  JqError,
  kindOf,
  sortedKeys,
} from "./json.ts";
import { JsonSyntaxError, parseJson } from "./json-reader.ts";
import { lengthOf } from "./length.ts";
import { LIST_FUNCTIONS } from "./lists.ts";
import { MATH_FUNCTIONS } from "./mathematics.ts";
import { TEXT_FUNCTIONS } from "./texts.ts";
import { writeJson } from "./write-json.ts";

/** A function that makes one value of its input and the values of its arguments. */
export type Native = (input: Json, ...args: readonly Json[]) => Json;

function keysOf(value: Json, isSorted: boolean): Json {
  if (isArray(value)) return Array.from(value.keys());
  if (isObject(value)) return isSorted ? sortedKeys(value) : [...value.keys()];
  throw new JqError(`${described(value)} has no keys`);
}

function contains(value: Json, wanted: Json): boolean {
  if (isObject(value) && isObject(wanted)) {
    return [...wanted].every(([key, part]) => {
      const own = value.get(key);
      return own !== undefined && contains(own, part);
    });
  }
  if (isArray(value) && isArray(wanted)) {
    return wanted.every((part) =>
      value.some((own) => kindOf(own) === kindOf(part) && contains(own, part)),
    );
  }
  if (typeof value === "string" && typeof wanted === "string") return value.includes(wanted);
  if (kindOf(value) === kindOf(wanted)) return isEqual(value, wanted);
  throw new JqError(
    `${described(value)} and ${described(wanted)} cannot have their containment checked`,
  );
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new JqError(`${error.message} (while parsing '${text}')`);
  }
}

function fromJson(value: Json): Json {
  if (typeof value === "string") return parsed(value);
  throw new JqError(`${described(value)} only strings can be parsed`);
}

function toNumber(value: Json): Json {
  if (typeof value === "number") return value;
  if (typeof value !== "string")
    throw new JqError(`${described(value)} cannot be parsed as a number`);
  const number = parsed(value);
  if (typeof number === "number") return number;
  throw new JqError(`${described(value)} cannot be parsed as a number`);
}

function deleteAll(value: Json, paths: Json): Json {
  if (!isArray(paths)) throw new JqError("Paths must be specified as an array");
  return deletePaths(value, paths.toSorted(compareJson).map(pathOf));
}

const BASIC: Readonly<Record<string, Native>> = {
  "add/0": (input) => sumOf(isObject(input) ? [...input.values()] : listOf(input)),
  "contains/1": (input, wanted = null) => contains(input, wanted),
  "delpaths/1": (input, paths = null) => deleteAll(input, paths),
  "fromjson/0": fromJson,
  "has/1": (input, key = null) => hasKey(input, key),
  "keys/0": (input) => keysOf(input, true),
  "keys_unsorted/0": (input) => keysOf(input, false),
  "length/0": lengthOf,
  "not/0": (input) => !isTrue(input),
  "null/0": () => null,
  "true/0": () => true,
  "false/0": () => false,
  "setpath/2": (input, path = null, value = null) => changePath(input, pathOf(path), () => value),
  "tojson/0": (input) => writeJson(input, {}),
  "tonumber/0": toNumber,
  "tostring/0": textOf,
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
