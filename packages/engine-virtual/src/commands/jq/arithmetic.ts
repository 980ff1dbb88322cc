import { cutAtText } from "../../regex/find-text.ts";
import type { Json, JsonObject } from "./json.ts";
import { described } from "./described.ts";
import { compareJson, isArray, isEqual, isObject, JqError, LONGEST, withKey } from "./json.ts";
import { without } from "./without.ts";

type Operation = (left: Json, right: Json) => Json;

function refuse(left: Json, right: Json, what: string): never {
  throw new JqError(`${described(left)} and ${described(right)} cannot be ${what}`);
}

/** Elements of a list: memory is everybody's. */
const MOST = 10_000_000;

export function joined(left: string, right: string): string {
  if (left.length + right.length > LONGEST) throw new JqError("a string is too long");
  return left + right;
}

const add: Operation = (left, right) => {
  if (typeof left === "number" && typeof right === "number") return left + right;
  if (typeof left === "string" && typeof right === "string") return joined(left, right);
  return left === null || right === null ? (left ?? right) : addLists(left, right);
};

/** So many keys are put in one by one. */
const FEW = 8;

function together(left: JsonObject, right: JsonObject): JsonObject {
  if (right.size > FEW) return new Map([...left, ...right]);
  let all = left;
  for (const [key, value] of right) all = withKey(all, key, value);
  return all;
}

const addLists: Operation = (left, right) => {
  if (isArray(left) && isArray(right)) {
    if (left.length + right.length > MOST) throw new JqError("an array is too big");
    return left.concat(right);
  }
  if (isObject(left) && isObject(right)) return together(left, right);
  return refuse(left, right, "added");
};

const subtract: Operation = (left, right) => {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (isArray(left) && isArray(right)) {
    return without(left, right);
  }
  return refuse(left, right, "subtracted");
};

function merged(left: JsonObject, right: JsonObject): JsonObject {
  const result = new Map(left);
  for (const [key, value] of right) {
    const old = left.get(key);
    const areObjects = old !== undefined && isObject(old) && isObject(value);
    result.set(key, areObjects ? merged(old, value) : value);
  }
  return result;
}

function repeated(text: string, count: number): Json {
  if (count <= 0) return null;
  const times = count < 1 ? 1 : Math.floor(count);
  if (text.length * times > LONGEST) throw new JqError("Repeat string result too long");
  return text.repeat(times);
}

const multiply: Operation = (left, right) => {
  if (typeof left === "number" && typeof right === "number") return left * right;
  if (typeof left === "string" && typeof right === "number") return repeated(left, right);
  if (typeof left === "number" && typeof right === "string") return repeated(right, left);
  if (isObject(left) && isObject(right)) return merged(left, right);
  return refuse(left, right, "multiplied");
};

/** Splits a text at another; an empty text has no parts. */
export function splitText(text: string, separator: string): readonly string[] {
  if (text === "") return [];
  return separator === "" ? Array.from(text) : cutAtText(text, separator);
}

const divide: Operation = (left, right) => {
  if (typeof left === "number" && typeof right === "number") {
    if (right === 0) refuse(left, right, "divided because the divisor is zero");
    return left / right;
  }
  if (typeof left === "string" && typeof right === "string") return splitText(left, right);
  return refuse(left, right, "divided");
};

/** A whole number, as C casts it. */
const whole = (number: number): number =>
  Math.max(-(2 ** 63), Math.min(2 ** 63, Math.trunc(number)));

const remainder: Operation = (left, right) => {
  if (typeof left !== "number" || typeof right !== "number")
    return refuse(left, right, "divided (remainder)");
  const divisor = Math.abs(whole(right));
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
  if (divisor === 0) refuse(left, right, "divided (remainder) because the divisor is zero");
  return (whole(left) % divisor) + 0;
};

/** Operators of which the right side is evaluated first. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "+": add,
  "-": subtract,
  "*": multiply,
  "/": divide,
  "%": remainder,
  "==": isEqual,
  "!=": (left, right) => !isEqual(left, right),
  "<": (left, right) => compareJson(left, right) < 0,
  "<=": (left, right) => compareJson(left, right) <= 0,
  ">": (left, right) => compareJson(left, right) > 0,
  ">=": (left, right) => compareJson(left, right) >= 0,
};

/** The sum of a list; nothing of an empty one. Texts, lists and objects are put together at once. */
export function sumOf(values: readonly Json[]): Json {
  if (values.length > 0 && values.every((value) => typeof value === "string")) {
    const text = values.join("");
    if (text.length > LONGEST) throw new JqError("a string is too long");
    return text;
  }
  if (values.length > 0 && values.every(isArray)) return values.flat(1);
  if (values.length > 0 && values.every(isObject)) {
    return new Map(values.flatMap((value) => [...value]));
  }
  return values.reduce<Json>((sum, value) => add(sum, value), null);
}
