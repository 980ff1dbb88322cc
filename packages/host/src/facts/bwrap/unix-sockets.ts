import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { isInside } from "@agent-sandbox/core";

import { socketNames } from "./socket-names.ts";

/**
 * The sockets of this machine's programs that have a name in its file system, by their real paths;
 * but for those in `/run`, of which a sandbox has its own. A read-only mount keeps nobody from
 * connecting to them.
 */
export function unixSockets(): readonly string[] {
  const shown = [...new Set(socketNames())].filter((path) => !isInside("/run", path));
  return [...new Set(shown.flatMap((path) => realSocket(path) ?? []))].filter(
    (path) => !isInside("/run", path),
  );
}

/** Undefined where it is gone, or is another view's. */
function realSocket(path: string): string | undefined {
  try {
    if (!lstatSync(path).isSocket()) return undefined;
    const directory = realpathSync.native(dirname(path));
    return isSearchable(directory) ? join(directory, basename(path)) : undefined;
  } catch {
    return undefined;
  }
}

/** Root inside has no right over others' folders: what is in them is neither reached nor masked. */
function isSearchable(directory: string): boolean {
  const { mode, uid, gid } = statSync(directory);
  const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])];
  const bit = uid === process.geteuid?.() ? 0o100 : groups.includes(gid) ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (directory === "/" || isSearchable(dirname(directory)));
}
