import { lengthOf } from "./ls-columns.ts";
import { compareVersions } from "./text/sort/versions.ts";
import { sizeOf } from "./ls-long.ts";
import { isLong, type Listed, type LsCall } from "./ls-options.ts";

type Order = (one: Listed, other: Listed) => number;

export const byText = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1;

const byName: Order = (one, other) => byText(one.name, other.name);

const extension = (name: string): string => /\.[^.]*$/.exec(name)?.[0] ?? "";

/** Runs of digits by their value: `v2` before `v10`. */
const byVersion: Order = (one, other) =>
  compareVersions(one.name, other.name) || byName(one, other);

const ORDERS = {
  byTime: (one, other) => other.status.modified - one.status.modified || byName(one, other),
  bySize: (one, other) => sizeOf(other.status) - sizeOf(one.status) || byName(one, other),
  byExtension: (one, other) =>
    byText(extension(one.name), extension(other.name)) || byName(one, other),
  byVersion,
  byWidth: (one, other) => lengthOf(one.name) - lengthOf(other.name) || byName(one, other),
  unsorted: () => 0,
} satisfies Record<string, Order>;

const WORDS: ReadonlyMap<string, keyof typeof ORDERS> = new Map([
  ["time", "byTime"],
  ["size", "bySize"],
  ["extension", "byExtension"],
  ["version", "byVersion"],
  ["width", "byWidth"],
  ["none", "unsorted"],
] as const);

function orderOf(call: LsCall): Order {
  const { options } = call;
  const last = options.last("byTime", "bySize", "byExtension", "byVersion", "unsorted", "sort");
  const asked = last === "sort" ? WORDS.get(options.value("sort") ?? "") : last;
  // A file has one time; by which it is shown, not sorted, in a long list.
  const isByTime = !isLong(call) && call.options.has("changed", "accessed", "time");
  const key = asked ?? (isByTime ? "byTime" : undefined);
  return key !== undefined && key in ORDERS ? ORDERS[key] : byName;
}

/** Whether more than a name decides where it comes. */
export function isByStatus(call: LsCall): boolean {
  const order = orderOf(call);
  return order === ORDERS.byTime || order === ORDERS.bySize;
}

/** The rows in the order that is asked for. */
export function sortListed(call: LsCall, listed: readonly Listed[]): readonly Listed[] {
  const sorted = listed.toSorted(orderOf(call));
  if (call.options.has("reverse")) sorted.reverse();
  if (!call.options.has("groupFirst")) return sorted;
  const { files } = call.invocation;
  const isDirectory = ({ path }: Listed): boolean =>
    files.exists(path) && files.stat(path).kind === "directory";
  return [...sorted.filter(isDirectory), ...sorted.filter((entry) => !isDirectory(entry))];
}
