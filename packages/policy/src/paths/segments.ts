declare const proven: unique symbol;

/**
 * An absolute path as its names, without empty ones, `.` and `..`; `/` has none. Made by
 * `segmentsOf` alone, so that whatever is compared has been brought to this form.
 */
export type Segments = readonly string[] & { readonly [proven]: true };

/** The names of an absolute path, `..` taken by the letter: what links do, real paths say. */
export function segmentsOf(path: string): Segments {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return typed(names);
}

/** Whether `path` is `directory` or below it. */
export function isWithin(path: Segments, directory: Segments): boolean {
  return path.length >= directory.length && directory.every((name, index) => name === path[index]);
}

/** `path` with the directory `from` in front of it replaced by `to`. */
export function rebased(path: Segments, from: Segments, to: Segments): Segments {
  return typed([...to, ...path.slice(from.length)]);
}

export function pathOf(segments: readonly string[]): string {
  return `/${segments.join("/")}`;
}

/** An absolute path from one that may be relative to `directory` or start with `~`. */
export function absolutePath(written: string, directory: string, home: string): string {
  if (written === "~" || written.startsWith("~/")) {
    return pathOf(segmentsOf(`${home}/${written.slice(1)}`));
  }
  return pathOf(segmentsOf(written.startsWith("/") ? written : `${directory}/${written}`));
}

function typed(names: readonly string[]): Segments {
  return names as Segments;
}
