import { VersionedObject } from "./versioned-object.ts";

/** A value of JSON. Objects are maps: their keys keep the order in which they came. None is ever changed. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

/** Characters of a text: memory is everybody's. */
export const LONGEST = 16 << 20;

export type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

export const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: Json): value is JsonObject =>
  value instanceof Map || value instanceof VersionedObject;

export function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value as "boolean" | "number" | "string";
  return isArray(value) ? "array" : "object";
}

export const isTrue = (value: Json): boolean => value !== null && value !== false;

/** What a program throws, and `catch` gets. */
export class JqError extends Error {
  override readonly name = "JqError";
  readonly value: Json;

  constructor(value: Json) {
    super(typeof value === "string" ? value : "not a string");
    this.value = value;
  }
}

const ORDER = ["null", "false", "true", "number", "string", "array", "object"];

const rank = (value: Json): number =>
  ORDER.indexOf(typeof value === "boolean" ? String(value) : kindOf(value));

const inOrder = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** The keys of an object, sorted. */
export const sortedKeys = (object: JsonObject): readonly string[] =>
  [...object.keys()].sort(inOrder);

function compareLists(left: readonly Json[], right: readonly Json[]): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const order = compareJson(left[index] ?? null, right[index] ?? null);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareObjects(left: JsonObject, right: JsonObject): number {
  const [keys, others] = [sortedKeys(left), sortedKeys(right)];
  const order = compareLists(keys, others);
  if (order !== 0) return order;
  return compareLists(
    keys.map((key) => left.get(key) ?? null),
    others.map((key) => right.get(key) ?? null),
  );
}

/** What is no number comes first, whatever it is beside. */
function compareNumbers(left: number, right: number): number {
  if (left === right) return 0;
  return Number.isNaN(left) || left < right ? -1 : 1;
}

/** Below, at or above 0, in the order that jq has for values of all kinds. */
export function compareJson(left: Json, right: Json): number {
  if (typeof left === "number" && typeof right === "number") return compareNumbers(left, right);
  if (left === right) return 0;
  if (typeof left === "string" && typeof right === "string") return inOrder(left, right);
  return compareKinds(left, right);
}

function compareKinds(left: Json, right: Json): number {
  const difference = rank(left) - rank(right);
  if (difference !== 0) return difference;
  if (isArray(left) && isArray(right)) return compareLists(left, right);
  return isObject(left) && isObject(right) ? compareObjects(left, right) : 0;
}

export const isEqual = (left: Json, right: Json): boolean => compareJson(left, right) === 0;

/** A copy in which a key has another value; of many such, each is cheap. */
export function withKey(object: JsonObject, key: string, value: Json): JsonObject {
  const versioned =
    object instanceof VersionedObject ? object : new VersionedObject(new Map(object));
  return versioned.with(key, value);
}

/** An object of pairs that are there already. */
export const objectOf = (pairs: Iterable<readonly [string, Json]>): JsonObject => new Map(pairs);
