/** All nodes of a tree, the outer ones first: it is plain data, so that to look at every value misses nothing. */
export function* nodesIn(value: unknown): Iterable<object & { readonly type: unknown }> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value) yield value;
  for (const child of Object.values(value)) yield* nodesIn(child);
}
