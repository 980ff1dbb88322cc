import { readdirSync } from "node:fs";
import { join } from "node:path";

import { type HiddenPath, isInside } from "@agent-sandbox/core";
import { decide, hidingNames, type ResolvedPolicy } from "@agent-sandbox/policy";

import { findHidden } from "../find-hidden.ts";
import { readPlace } from "./read-place.ts";

/**
 * What the policy's patterns hide, by absolute real paths: in the workspace, in every directory that
 * somebody's rule names, and right in the home. The rest of the machine is as it is where all of it is
 * shown: package caches and other programs' data are full of such names.
 */
export function hiddenPlaces(policy: ResolvedPolicy, owner: number): readonly HiddenPath[] {
  const { places } = policy.filesystem;
  const roots = searchedRoots(policy);
  const found = roots.flatMap((root) =>
    findHidden({ root, owner, rules: rulesBelow(policy, root) }).map(({ path, kind }) => ({
      path: join(root, path),
      kind,
    })),
  );
  const isSearched = roots.some((root) => isInside(root, places.home));
  return isSearched ? found : [...found, ...rightIn(places.home, policy)];
}

function searchedRoots(policy: ResolvedPolicy): readonly string[] {
  const { places, rules } = policy.filesystem;
  const written = rules.filter(
    ({ origin, level, isGlob, source }) =>
      origin === "rule" && level !== "exclude" && !isGlob && source.layer !== "presets",
  );
  const named = written
    .map(({ path }) => readPlace(path, new Set()))
    .filter(({ kind }) => kind === "directory");
  const all = [...new Set([places.workspace, ...named.map(({ real }) => real)])];
  return all.filter((root) => !all.some((other) => other !== root && isInside(other, root)));
}

function rulesBelow(policy: ResolvedPolicy, root: string) {
  return {
    mayHide: hidingNames(policy.filesystem),
    isHidden: (names: readonly string[], kind: HiddenPath["kind"]) =>
      isHidden(policy, join(root, ...names), kind),
  };
}

function isHidden(policy: ResolvedPolicy, path: string, kind: HiddenPath["kind"]): boolean {
  return (
    decide(policy, { operation: "read", target: { path, real: path, kind } }).effect === "deny"
  );
}

function rightIn(home: string, policy: ResolvedPolicy): readonly HiddenPath[] {
  const mayHide = hidingNames(policy.filesystem);
  try {
    return readdirSync(home, { withFileTypes: true })
      .filter((entry) => mayHide(entry.name) && !entry.isSymbolicLink())
      .map((entry) => ({
        path: join(home, entry.name),
        kind: entry.isDirectory() ? ("directory" as const) : ("file" as const),
      }))
      .filter(({ path, kind }) => isHidden(policy, path, kind));
  } catch {
    // What we cannot read, the sandbox cannot read either.
    return [];
  }
}
