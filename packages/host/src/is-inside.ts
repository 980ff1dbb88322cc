import { isAbsolute, relative, sep } from "node:path";

/** Whether `path` is `directory` or below it, by segment; both absolute. */
export function isInside(directory: string, path: string): boolean {
  const inside = relative(directory, path);
  return !isAbsolute(inside) && inside.split(sep)[0] !== "..";
}
