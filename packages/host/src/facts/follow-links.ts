import { lstatSync, readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** As many as the kernel follows (path_resolution(7)). */
const MOST = 40;

/**
 * Everything that an absolute path leads over, link by link: itself first, its real path last. Fails
 * as lstat(2) does.
 */
export function followLinks(path: string): readonly string[] {
  const seen = [path];
  let next = nextOf(path);
  while (next !== undefined && seen.length <= MOST) {
    seen.push(next);
    next = nextOf(next);
  }
  if (next === undefined) return seen;
  throw Object.assign(new Error(`Cannot follow "${path}": too many links`), { code: "ELOOP" });
}

/** The path with the first link in it replaced; undefined where there is none. */
function nextOf(path: string): string | undefined {
  const segments = path.split("/").filter(Boolean);
  for (const index of segments.keys()) {
    const link = `/${segments.slice(0, index + 1).join("/")}`;
    if (!lstatSync(link).isSymbolicLink()) continue;
    return resolve(dirname(link), readlinkSync(link), ...segments.slice(index + 1));
  }
  return undefined;
}
