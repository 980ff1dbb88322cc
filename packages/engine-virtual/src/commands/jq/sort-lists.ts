import { mergeSort } from "../merge-sort.ts";
import { NOW } from "./filter.ts";
import type { Json } from "./json.ts";
import { compareJson, isEqual } from "./json.ts";
import { byKey, keyed, type Keyed, sortable } from "./keyed.ts";
import type { Machine } from "./machine.ts";
import { paused, type Steps } from "./steps.ts";

/** `sort` */
export const sorted = (_: Machine, value: Json): Steps<Json> =>
  paused(mergeSort(sortable(value, "sorted"), compareJson));

/** `sort_by`, by keys that were made beforehand. */
export function* sortedBy(_: Machine, value: Json, keys: Json): Steps<Json> {
  const all = yield* inOrder(value, keys);
  return all.map((one) => one.value);
}

/** `group_by` */
export function* grouped(machine: Machine, value: Json, keys: Json): Steps<Json> {
  const groups: Json[] = [];
  let last: { readonly key: Json; readonly values: Json[] } | undefined;
  for (const { key, value: one } of yield* inOrder(value, keys)) {
    if (last !== undefined && isEqual(last.key, key)) last.values.push(one);
    else {
      last = { key, values: [one] };
      groups.push(last.values);
    }
    if (machine.isTime()) yield NOW;
  }
  return groups;
}

function inOrder(value: Json, keys: Json): Steps<readonly Keyed[]> {
  return paused(mergeSort(keyed(value, keys, "sorted, as they are not both arrays"), byKey));
}
