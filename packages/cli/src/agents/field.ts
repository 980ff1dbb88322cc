import { valueAt } from "@agent-sandbox/core";

/** The text that is at a path of keys, or none. */
export function textOf(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, path);
  return typeof found === "string" ? found : "";
}

/** The list there, or an empty one. */
export function listOf(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}
