import type { Running } from "../command.ts";
import type { AwkArray } from "./awk-array.ts";
import { elementsInOrder } from "./element-order.ts";

export interface SortOptions {
  readonly byKeys: boolean;
  /** One of gawk's orders; without it values by their type, keys as texts. */
  readonly order: string | undefined;
  readonly format: string;
}

/** Fills an array with another's values, or its keys, in order, from 1; how many there are. */
export function* sortInto(
  from: AwkArray,
  to: AwkArray,
  { byKeys, order, format }: SortOptions,
): Running<number> {
  const usual = byKeys ? "@ind_str_asc" : "@val_type_asc";
  const elements = yield* elementsInOrder(from, order ?? usual, format);
  to.fill(elements.map(({ key, value }) => (byKeys ? key : value)));
  return elements.length;
}
