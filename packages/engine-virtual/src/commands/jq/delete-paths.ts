import { deletePath } from "./access.ts";
import type { Json } from "./json.ts";
import { isArray } from "./json.ts";

/** The elements that paths of one step name, where that is all that they do. */
function elementsIn(paths: readonly (readonly Json[])[]): ReadonlySet<Json> | undefined {
  const keys = paths.map(([key]) => key ?? null);
  const isPlain = paths.every(
    (path, index) => path.length === 1 && Number(keys[index]) >= 0 && Number.isInteger(keys[index]),
  );
  return isPlain ? new Set(keys) : undefined;
}

/** A copy without what is at some paths, which are sorted; of a list, many elements go at once. */
export function deletePaths(value: Json, paths: readonly (readonly Json[])[]): Json {
  const elements = isArray(value) ? elementsIn(paths) : undefined;
  if (isArray(value) && elements !== undefined) {
    return value.filter((_, index) => !elements.has(index));
  }
  // From the last one on, so that none moves what another one means.
  return paths.toReversed().reduce<Json>((left, path) => deletePath(left, path), value);
}
