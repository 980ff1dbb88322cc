import { isAbsolute, relative, sep } from "node:path";

/**
 * Pure: `path` relative to `directory`, both absolute; "" for the directory itself, undefined where it
 * lies elsewhere. By segment: `proj-evil` is not inside `proj`.
 */
export function relativeInside(directory: string, path: string): string | undefined {
  if (isPlain(directory) && isPlain(path)) {
    if (path === directory) return "";
    return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : undefined;
  }
  const inside = relative(directory, path);
  return isAbsolute(inside) || inside.split(sep)[0] === ".." ? undefined : inside;
}

/** Pure: whether `path` is `directory` or below it. */
export function isInside(directory: string, path: string): boolean {
  return relativeInside(directory, path) !== undefined;
}

/** Whether the text says it all: it holds nothing to take away first, and is not the top. */
function isPlain(path: string): boolean {
  return path.startsWith("/") && !/\/\.{0,2}(?:\/|$)/.test(path);
}
