import { described } from "./described.ts";
import type { Json } from "./json.ts";
import { compareJson, isArray, JqError } from "./json.ts";

/** A value with the key that was made of it. */
export interface Keyed {
  readonly value: Json;
  readonly key: Json;
}

export function sortable(value: Json, what: string): readonly Json[] {
  if (isArray(value)) return value;
  throw new JqError(`${described(value)} cannot be ${what}, as it is not an array`);
}

/** Values with the keys that were made of them, or by which words they cannot be worked on. */
export function keyed(value: Json, keys: Json, words: string): readonly Keyed[] {
  if (!isArray(value)) {
    throw new JqError(`${described(value)} and ${described(keys)} cannot be ${words}`);
  }
  const list = isArray(keys) ? keys : [];
  return value.map((one, index) => ({ value: one, key: list[index] ?? null }));
}

export const byKey = (left: Keyed, right: Keyed): number => compareJson(left.key, right.key);
