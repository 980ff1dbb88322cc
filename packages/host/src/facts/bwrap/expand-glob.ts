import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { nameMatcher } from "@agent-sandbox/policy";

/** What an absolute path with globs in its names matches now. What cannot be looked into has no matches. */
export function expandGlob(glob: string): readonly string[] {
  return glob
    .split("/")
    .slice(1)
    .reduce<readonly string[]>(
      (paths, name) => paths.flatMap((path) => matchesIn(path, name)),
      ["/"],
    );
}

function matchesIn(directory: string, segment: string): readonly string[] {
  try {
    return namesIn(directory, segment).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** A name without a wildcard is looked up, not searched for. */
function namesIn(directory: string, segment: string): readonly string[] {
  if (/[*?[]/.test(segment)) return readdirSync(directory).filter(nameMatcher(segment));
  return lstatSync(join(directory, segment), { throwIfNoEntry: false }) ? [segment] : [];
}
