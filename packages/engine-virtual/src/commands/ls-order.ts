import { sizeOf } from "./ls-long.ts";
import type { Listed, LsCall } from "./ls-options.ts";

type Order = (one: Listed, other: Listed) => number;

export const byText = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1;

const byName: Order = (one, other) => byText(one.name, other.name);

const extension = (name: string): string => /\.[^.]*$/.exec(name)?.[0] ?? "";

/** Runs of digits by their value: `v2` before `v10`. */
export function byVersion(one: string, other: string): number {
  const parts = (name: string): string[] => name.match(/\d+|\D+/g) ?? [];
  const others = parts(other);
  for (const [index, part] of parts(one).entries()) {
    const against = others[index] ?? "";
    const areNumbers = /^\d/.test(part) && /^\d/.test(against);
    const order = areNumbers ? Number(part) - Number(against) : byText(part, against);
    if (order !== 0) return order;
  }
  return byText(one, other);
}

const ORDERS = {
  byTime: (one, other) => other.status.modified - one.status.modified || byName(one, other),
  bySize: (one, other) => sizeOf(other.status) - sizeOf(one.status) || byName(one, other),
  byExtension: (one, other) =>
    byText(extension(one.name), extension(other.name)) || byName(one, other),
  byVersion: (one, other) => byVersion(one.name, other.name),
  unsorted: () => 0,
} satisfies Record<string, Order>;

const WORDS: ReadonlyMap<string, keyof typeof ORDERS> = new Map([
  ["time", "byTime"],
  ["size", "bySize"],
  ["extension", "byExtension"],
  ["version", "byVersion"],
  ["none", "unsorted"],
] as const);

function orderOf({ options }: LsCall): Order {
  const last = options.last("byTime", "bySize", "byExtension", "byVersion", "unsorted", "sort");
  const key = last === "sort" ? WORDS.get(options.value("sort") ?? "") : last;
  return key !== undefined && key in ORDERS ? ORDERS[key] : byName;
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
