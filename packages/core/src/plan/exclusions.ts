import type { ProtectedPath, ResolvedFilesystem, Sourced } from "@agent-sandbox/policy";

import type { HostFacts } from "../facts.ts";
import { relativeInside } from "../relative-inside.ts";

/** Excluded paths of the workspace that name one path each, relative to it. */
export function namedExclusions({
  rules,
  places,
}: ResolvedFilesystem): readonly Sourced<ProtectedPath>[] {
  return rules.flatMap(({ level, isGlob, path, source }) => {
    const inside = relativeInside(places.workspace, path);
    if (level !== "exclude" || isGlob || inside === undefined || inside === "") return [];
    return [{ value: { path: inside, kind: "directory" as const }, source }];
  });
}

/**
 * Those that are not there: each is held by an empty directory that stays so, since nobody may make it
 * inside. Those that are there are hidden when the sandbox starts.
 */
export function absentExclusions(
  filesystem: ResolvedFilesystem,
  { paths }: HostFacts,
): readonly Sourced<ProtectedPath>[] {
  return namedExclusions(filesystem).filter(
    ({ value }) => (paths.get(value.path) ?? "absent") === "absent",
  );
}
