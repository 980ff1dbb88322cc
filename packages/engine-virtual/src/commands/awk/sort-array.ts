import type { AwkArray } from "./awk-array.ts";
import type { Value } from "./value.ts";
import { compare, InputText } from "./value.ts";

export interface SortOptions {
  readonly byKeys: boolean;
  readonly format: string;
}

/** Numbers before texts, as `asort` has them. */
const isNumber = (value: Value): boolean =>
  typeof value !== "string" && !(value instanceof InputText && value.number === undefined);

/** Fills an array with another's values, or its keys, in order, from 1; how many there are. */
export function sortInto(from: AwkArray, to: AwkArray, { byKeys, format }: SortOptions): number {
  const values: Value[] = byKeys ? [...from.keys()] : [...from.values()];
  values.sort(
    (left, right) =>
      Number(isNumber(right)) - Number(isNumber(left)) || compare(left, right, format),
  );
  to.fill(values);
  return values.length;
}
