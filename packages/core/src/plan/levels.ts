import {
  decide,
  type PathRule,
  type ResolvedFilesystem,
  type ResolvedPolicy,
} from "@agent-sandbox/policy";

import type { HostFacts, PathFact } from "../facts.ts";
import type { ShownMount } from "../plan.ts";
import { isInside, relativeInside } from "../relative-inside.ts";
import type { OverlayEntry } from "./overlay.ts";

/** What `ro` and `rw` say of a workspace. */
export interface Levels {
  /** How the workspace itself is. */
  readonly top: ShownMount["mode"];
  /** In it, as far as something else is said of them. */
  readonly entries: readonly OverlayEntry[];
}

/** Rules of the workspace that name one path each, relative to it; "" for itself. */
export function namedLevels(filesystem: ResolvedFilesystem): readonly string[] {
  return levelRules(filesystem)
    .filter(({ isGlob }) => !isGlob)
    .flatMap(({ path }) => relativeInside(filesystem.places.workspace, path) ?? []);
}

/** Rules that are patterns of paths in the workspace. */
export function globLevels(filesystem: ResolvedFilesystem): readonly PathRule[] {
  return levelRules(filesystem).filter(
    ({ isGlob, path }) => isGlob && isInside(filesystem.places.workspace, path),
  );
}

/** Rules that were written: the root and what every engine shows are none. */
export function levelRules({ rules }: ResolvedFilesystem): readonly PathRule[] {
  return rules.filter(({ origin, level }) => origin === "rule" && level !== "exclude");
}

/**
 * Pure: what each named path is, by whichever rule wins on it. What is in `kept` is read-only whatever
 * the rules say, and is left out.
 */
export function levelsOf(
  policy: ResolvedPolicy,
  paths: readonly string[],
  kept: readonly { readonly path: string }[],
): Levels {
  const { workspace } = policy.filesystem.places;
  const isKept = (path: string) => kept.some((own) => isInside(`/${own.path}`, `/${path}`));
  const modeOf = (path: string) => {
    const absolute = path === "" ? workspace : `${workspace}/${path}`;
    const target = { path: absolute, real: absolute };
    return decide(policy, { operation: "write", target }).effect === "allow" ? "rw" : "ro";
  };
  const named = [...new Set(paths)];
  return {
    top: named.includes("") ? modeOf("") : "rw",
    entries: named
      .filter((path) => path !== "" && !isKept(path))
      .map((path) => ({ path, kind: "any", mode: modeOf(path) })),
  };
}

/** A grant of what is not there, or of what a link leads to, opens nothing. */
export function withoutVoidGrants(
  { top, entries }: Levels,
  { paths }: Pick<HostFacts, "paths">,
): Levels {
  const isThere = (fact: PathFact | undefined) => fact === "directory" || fact === "file";
  return {
    top,
    entries: entries.filter(({ path, mode }) => mode === "ro" || isThere(paths.get(path))),
  };
}
