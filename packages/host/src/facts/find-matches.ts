import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Matched } from "@agent-sandbox/core";
import { nameMatcher } from "@agent-sandbox/policy";
import { readPathFacts } from "./path-facts.ts";

/**
 * What the globs, absolute and below `workspace`, match there now. Links on the way are followed here,
 * and told as links. What cannot be looked into has no matches.
 */
export function findMatches(workspace: string, globs: readonly string[]): Matched {
  const found = globs.flatMap((glob) => {
    const segments = glob.slice(workspace.length + 1).split("/");
    return segments.reduce<readonly string[]>(
      (paths, segment) => paths.flatMap((path) => matchesIn(workspace, path, segment)),
      [""],
    );
  });
  const matches = [...new Set(found)].sort();
  return { matches, paths: readPathFacts(workspace, matches) };
}

function matchesIn(workspace: string, path: string, segment: string): readonly string[] {
  const matches = nameMatcher(segment);
  return namesIn(join(workspace, path), segment)
    .filter(matches)
    .map((name) => (path === "" ? name : `${path}/${name}`));
}

/** A name without a wildcard is looked up, not searched for. */
function namesIn(directory: string, segment: string): readonly string[] {
  try {
    if (/[*?[]/.test(segment)) return readdirSync(directory);
    return lstatSync(join(directory, segment), { throwIfNoEntry: false }) ? [segment] : [];
  } catch {
    return [];
  }
}
