import type { PolicyLayer } from "../parse-policy.ts";
import type { Policy } from "../schema/policy-schema.ts";

/** The layers without what a project says of keys that the user has locked. */
export function withoutLocked(layers: readonly PolicyLayer[]): readonly PolicyLayer[] {
  const locked = layers
    .filter(({ source }) => source.layer === "user")
    .flatMap(({ policy }) => policy.locked ?? []);
  if (locked.length === 0) return layers;
  return layers.map((layer) =>
    layer.source.layer === "project"
      ? { ...layer, policy: locked.reduce(withoutKey, layer.policy) }
      : layer,
  );
}

/** `key` is a section, or a section and its key, in the library's spelling. */
function withoutKey(policy: Policy, key: string): Policy {
  const [section = "", name] = key.split(".");
  const entries = Object.entries(policy).map(([written, value]): readonly [string, unknown] => {
    if (written !== section || name === undefined || !isObject(value)) return [written, value];
    return [written, Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))];
  });
  return Object.fromEntries(
    entries.filter(([written]) => written !== section || name !== undefined),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
