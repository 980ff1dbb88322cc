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

/** The sections that are objects with keys of the schema. */
type Sections = {
  readonly [
    Name in "filesystem" | "environment" | "network" | "tools" | "container" | "virtual" | "audit"
  ]: NonNullable<Policy[Name]>;
};

/** The key of a section, by the section's own type. */
export function sectionKey<
  Section extends keyof Sections,
  Name extends keyof Sections[Section] & string,
>(section: Section, name: Name): Key<NonNullable<Sections[Section][Name]>> {
  return {
    path: [section, name],
    read: (policy) => {
      const sections: { readonly [Key in keyof Sections]?: Sections[Key] | undefined } = policy;
      const keys: Sections[Section] | undefined = sections[section];
      return keys?.[name] ?? undefined;
    },
  };
}

/** A default, as the value of a key. */
export function defaulted<T>(value: T, key: Key<unknown>): Sourced<T> {
  return { value, source: sourceOf({ layer: "defaults" }, key.path) };
}

/** A single value that has a default. */
export function lastOr<T>(layers: readonly PolicyLayer[], key: Key<T>, value: T): Sourced<T> {
  return last(layers, key) ?? defaulted(value, key);
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

/** The strongest layer's list alone; undefined where no layer has one. */
export function lastList<T>(
  layers: readonly PolicyLayer[],
  key: Key<readonly T[]>,
): readonly Sourced<T>[] | undefined {
  const layer = layers.findLast(({ policy }) => key.read(policy) !== undefined);
  return layer && every([layer], key);
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
