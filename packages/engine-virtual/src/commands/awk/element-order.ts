import type { Running } from "../command.ts";
import { mergeSort } from "../merge-sort.ts";
import type { AwkArray } from "./awk-array.ts";
import { AwkError } from "./awk-error.ts";
import type { Value } from "./value.ts";
import { compare, InputText, textOf, toNumber } from "./value.ts";

interface Element {
  readonly key: string;
  readonly value: Value;
}

type Compare = (one: Element, other: Element, format: string) => number;

const texts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const byKey: Compare = (one, other) => texts(one.key, other.key);

/** Numbers before texts. */
const isNumber = (value: Value): boolean =>
  typeof value !== "string" && !(value instanceof InputText && value.number === undefined);

/** What decides first; the rest says which of equal ones is in front, so that the order is one. */
const COMPARISONS: Readonly<Record<string, Compare>> = {
  ind_str: byKey,
  ind_num: (one, other) => toNumber(one.key) - toNumber(other.key) || byKey(one, other, ""),
  val_str: (one, other, format) =>
    texts(textOf(one.value, format), textOf(other.value, format)) || byKey(one, other, format),
  val_num: (one, other, format) =>
    toNumber(one.value) - toNumber(other.value) ||
    texts(textOf(one.value, format), textOf(other.value, format)) ||
    byKey(one, other, format),
  val_type: (one, other, format) =>
    Number(isNumber(other.value)) - Number(isNumber(one.value)) ||
    compare(one.value, other.value, format) ||
    byKey(one, other, format),
};

/** The elements of an array in one of gawk's orders, such as `@val_num_desc`. */
export function* elementsInOrder(
  array: AwkArray,
  order: string,
  format: string,
): Running<readonly Element[]> {
  const elements = (yield* array.keys()).map((key) => ({ key, value: array.peek(key) }));
  if (order === "" || order === "@unsorted") return elements;
  const [, name = "", direction] = /^@(\w+)_(asc|desc)$/.exec(order) ?? [];
  const comparison = COMPARISONS[name];
  if (comparison === undefined) throw new AwkError(`the order "${order}" is not supported`);
  const sign = direction === "desc" ? -1 : 1;
  return yield* mergeSort(elements, (one, other) => sign * comparison(one, other, format));
}
