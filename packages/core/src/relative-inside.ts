import { isAbsolute, relative, sep } from "node:path";

/**
 * Pure: `path` relative to `directory`, both absolute; "" for the directory itself, undefined where it
 * lies elsewhere. By segment: `proj-evil` is not inside `proj`.
 */
export function relativeInside(directory: string, path: string): string | undefined {
  const inside = relative(directory, path);
  return isAbsolute(inside) || inside.split(sep)[0] === ".." ? undefined : inside;
}

/** Pure: whether `path` is `directory` or below it. */
export function isInside(directory: string, path: string): boolean {
  return relativeInside(directory, path) !== undefined;
}
