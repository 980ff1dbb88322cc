import { lstatSync } from "node:fs";
import { join } from "node:path";
import { SandboxError, type PathFact } from "@agent-sandbox/core";

/**
 * What stands at each of `paths`, relative to `root`, and at each directory above them. No link is
 * followed: what is below one is "absent".
 */
export function readPathFacts(
  root: string,
  paths: readonly string[],
): ReadonlyMap<string, PathFact> {
  const facts = new Map<string, PathFact>();
  // Invariant: parents come before what they hold, so that nothing is looked up through a link.
  const ordered = [...new Set(paths.flatMap(withParents))].sort((a, b) => depth(a) - depth(b));
  for (const path of ordered) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const reachable = parent === "" || facts.get(parent) === "directory";
    facts.set(path, reachable ? readPathFact(join(root, path)) : "absent");
  }
  return facts;
}

/** What stands at one path; its parents are followed, itself is not. */
export function readPathFact(path: string): PathFact {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "absent";
    if (stats.isSymbolicLink()) return "link";
    return stats.isDirectory() ? "directory" : "file";
  } catch (error) {
    throw new SandboxError("WORKSPACE_INVALID", `Cannot look at "${path}": permission denied`, {
      hint: `See who may enter it: ls -ld "${path}/.."`,
      cause: error,
    });
  }
}

/** `a/b/c` to `a`, `a/b`, `a/b/c`. */
function withParents(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

function depth(path: string): number {
  return path.split("/").length;
}
