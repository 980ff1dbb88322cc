import { ArrayValue } from "./array-value.ts";

export interface Attributes {
  readonly exported: boolean;
  readonly readonly: boolean;
  readonly integer: boolean;
  readonly letters: "upper" | "lower" | undefined;
  /** The value is the name of the variable that is meant. */
  readonly reference: boolean;
}

export interface Variable extends Attributes {
  /** Undefined where it is declared and has no value yet. */
  readonly value: string | ArrayValue | undefined;
  /** Whose array it is: whoever else has the variable copies it before a change. */
  readonly owner: object | undefined;
}

export const PLAIN: Variable = {
  exported: false,
  readonly: false,
  integer: false,
  letters: undefined,
  reference: false,
  value: undefined,
  owner: undefined,
};

export function isArray(value: Variable["value"]): value is ArrayValue {
  return typeof value === "object";
}

/** What a name without an index stands for: of an array its element 0. */
export function scalarOf(variable: Variable | undefined): string | undefined {
  const value = variable?.value;
  if (!isArray(value)) return value;
  return value.get(value.associative ? "0" : 0);
}

/** A value as an array: a text is its first element. */
export function arrayFrom(value: Variable["value"], associative: boolean): ArrayValue {
  if (isArray(value)) return value;
  const first = associative ? "0" : 0;
  return new ArrayValue(associative, value === undefined ? [] : [[first, value]]);
}
