import type { PolicyLayer } from "../../parse-policy.ts";
import type { Source, Sourced } from "../../source.ts";
import { type Key, last } from "../gather.ts";
import type { ResolveContext } from "../resolve-context.ts";

/** One thing that a project's file opens beyond its workspace. */
export interface Widening {
  readonly key: string;
  readonly source: Source;
  /** What it gives to whatever runs inside, as a sentence goes on: "the file …". */
  readonly what: string;
}

/** What a project's layer says, and what holds without it. */
export interface Widened {
  readonly layer: PolicyLayer;
  /** The user's own layer: what that opens already is nothing that a project opens. */
  readonly user: PolicyLayer;
  readonly places: Pick<ResolveContext, "workspace" | "home">;
}

export function widening({ source }: Pick<Sourced<unknown>, "source">, what: string): Widening {
  return { key: source.key, source, what };
}

/** What a single value opens, where it opens something that the user's own does not. */
export function single<T>(
  { layer, user }: Widened,
  key: Key<T>,
  { opens, what }: { readonly opens: (value: T) => boolean; readonly what: (value: T) => string },
): readonly Widening[] {
  const found = last([layer], key);
  if (found === undefined || !opens(found.value)) return [];
  return isSame(found.value, last([user], key)?.value) ? [] : [widening(found, what(found.value))];
}

/** What holds of a key without the project: the user's own value, or the default. */
export function heldBy<T, Default>(
  user: PolicyLayer,
  key: Key<T>,
  byDefault: Default,
): T | Default {
  return last([user], key)?.value ?? byDefault;
}

/** What a list holds without the project; the user's empty list takes the defaults away. */
export function listHeldBy<T>(
  user: PolicyLayer,
  key: Key<readonly T[]>,
  byDefault: readonly T[],
): readonly T[] {
  const own = key.read(user.policy) ?? [];
  return key.read(user.policy)?.length === 0 ? [] : [...byDefault, ...own];
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
