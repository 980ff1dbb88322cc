import type { PolicyLayer } from "../parse-policy.ts";
import type { Policy } from "../schema/policy-schema.ts";
import { sourceOf, type Sourced } from "../source.ts";

/** A key of the schema and how to read it from a layer. */
export interface Key<T> {
  readonly path: readonly string[];
  readonly read: (policy: Policy) => T | undefined;
}

/** A single value: the last layer that gives one. Layers come from the weakest to the strongest. */
export function last<T>(layers: readonly PolicyLayer[], key: Key<T>): Sourced<T> | undefined {
  for (const layer of layers.toReversed()) {
    const value = key.read(layer.policy);
    if (value !== undefined) return { value, source: sourceOf(layer.source, key.path) };
  }
  return undefined;
}

/** A default, as the value of a key. */
export function defaulted<T>(value: T, key: Key<unknown>): Sourced<T> {
  return { value, source: sourceOf({ layer: "defaults" }, key.path) };
}

/** The items of every layer's list, in the order of the layers. */
export function every<T>(
  layers: readonly PolicyLayer[],
  key: Key<readonly T[]>,
): readonly Sourced<T>[] {
  return layers.flatMap((layer) =>
    (key.read(layer.policy) ?? []).map((value, index) => ({
      value,
      source: sourceOf(layer.source, [...key.path, index]),
    })),
  );
}

/** The layers from the last one on whose list is empty: it takes away what earlier ones granted. */
export function sinceEmptied<T>(
  layers: readonly PolicyLayer[],
  key: Key<readonly T[]>,
): readonly PolicyLayer[] {
  const emptied = layers.findLastIndex((layer) => key.read(layer.policy)?.length === 0);
  return emptied === -1 ? layers : layers.slice(emptied);
}

/** One item by `identity`, sorted by it, so that the order within a list does not matter. */
export function unique<T>(
  items: readonly Sourced<T>[],
  identity: (value: T) => string,
  keep: "first" | "last" = "first",
): readonly Sourced<T>[] {
  const ordered = keep === "first" ? items.toReversed() : items;
  const byIdentity = new Map(ordered.map((item) => [identity(item.value), item]));
  return [...byIdentity].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
