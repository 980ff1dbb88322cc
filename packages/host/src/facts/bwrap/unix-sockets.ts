import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { isInside } from "@agent-sandbox/core";

import { readTextFile } from "../../state/text-file.ts";

/**
 * The sockets of this machine's programs that have a name in its file system, by their real paths;
 * but for those in `/run`, of which a sandbox has its own. A read-only mount keeps nobody from
 * connecting to them.
 */
export function unixSockets(): readonly string[] {
  // unix(7), "/proc/net/unix": the path is the last column, and an abstract name starts with "@".
  const paths = (readTextFile("/proc/net/unix") ?? "")
    .split("\n")
    .flatMap((line) => /\s(\/[^\n]*)$/.exec(line)?.[1] ?? []);
  const shown = [...new Set(paths)].filter((path) => !isInside("/run", path));
  return [...new Set(shown.flatMap((path) => realSocket(path) ?? []))].filter(
    (path) => !isInside("/run", path),
  );
}

/** Undefined where it is gone, or is another view's. */
function realSocket(path: string): string | undefined {
  try {
    if (!lstatSync(path).isSocket()) return undefined;
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    return undefined;
  }
}
