import { dirname } from "node:path";

import { decide, type ProtectedPath, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { Placeholder } from "../plan.ts";
import { placeholderContent } from "../plan/overlay.ts";
import { isInside, relativeInside } from "../relative-inside.ts";
import type { BwrapFacts } from "./bwrap-facts.ts";
import type { PlaceholderGroup } from "./bwrap-plan.ts";
import type { PlaceTree } from "./place-tree.ts";
import { keptOfWorktree } from "./worktree-places.ts";

interface Absent {
  /** With all links followed. */
  readonly real: string;
  /** The directory above it that is there. */
  readonly above: string;
  readonly kind: Placeholder["kind"];
}

export interface HoldingWishes {
  /** Whether a repository may be made where there is none. */
  readonly mayMakeRepository: boolean;
}

interface Holding extends HoldingWishes {
  readonly policy: ResolvedPolicy;
  readonly facts: BwrapFacts;
}

/**
 * Pure: what is made so that an absent path that is denied cannot be made inside, and its place in
 * the tree. Where nothing around it can be written, nothing is needed.
 */
export function holdAbsent(tree: PlaceTree, request: Holding): readonly PlaceholderGroup[] {
  const { path: workspace } = request.facts.workspace;
  const reachable = absentDenials(request).filter(({ above }) => tree.levelAt(above) === "rw");
  for (const { real, kind } of reachable) tree.tighten(real, { level: "ro", kind });
  const held = reachable.flatMap((absent) => placeholdersOf(absent, workspace));
  const distinct = [...new Map(held.map((one) => [one.path, one])).values()];
  const isIn = ({ path }: Placeholder) => isInside(workspace, path);
  return [
    { root: workspace, placeholders: distinct.filter(isIn) },
    { root: "/", placeholders: distinct.filter((one) => !isIn(one)) },
  ].filter(({ placeholders }) => placeholders.length > 0);
}

function absentDenials({ policy, facts, mayMakeRepository }: Holding): readonly Absent[] {
  const { places, workspace } = facts;
  const kept = [
    ...policy.filesystem.protected.map(({ value }) => ({
      ...value,
      path: `${workspace.path}/${value.path}`,
    })),
    ...keptOfWorktree(facts),
    ...[facts.own.config, facts.own.cache].map((path) => ({ path, kind: "directory" }) as const),
  ];
  const kinds = new Map(kept.map(({ path, kind }) => [path, kind]));
  const repository = `${workspace.path}/.git`;
  const hasNone = places.get(repository)?.kind !== "directory";
  return [...places].flatMap(([path, { kind, real, above }]): readonly Absent[] => {
    // Where there is no repository, none can be made: its hooks and configuration would be anybody's.
    if (kind !== "absent" || above === undefined) return [];
    if (hasNone && path !== repository && isInside(repository, path)) return [];
    const isDenied =
      (path === repository && !mayMakeRepository) ||
      kinds.has(path) ||
      isDeniedAbsent(policy, path, real);
    return isDenied ? [{ real, above, kind: kindOf(path, kinds.get(path)) }] : [];
  });
}

/**
 * What holds the place of a linter's absent configuration would be taken for one: mypy and pyright look no further,
 * and check nothing of what `pyproject.toml` says.
 */
function isDeniedAbsent(policy: ResolvedPolicy, path: string, real: string): boolean {
  const { effect, source } = decide(policy, { operation: "write", target: { path, real } });
  const isOfLinters = source?.layer === "presets" && source.key.startsWith("@lint/");
  return effect === "deny" && !isOfLinters;
}

/** Whatever holds the place of an absent configuration must not be one. */
function kindOf(path: string, kind: ProtectedPath["kind"] | undefined): Placeholder["kind"] {
  const isConfiguration = /\/(?:\.agent-sandbox\.jsonc?|\.uds\/config\.yaml)$/.test(path);
  return isConfiguration ? "directory" : (kind ?? "directory");
}

/** Its parents that are absent as well are made first, and stay writable. */
function placeholdersOf({ real, above, kind }: Absent, workspace: string): readonly Placeholder[] {
  const content = kind === "file" ? contentOf(real, workspace) : "";
  const parents: Placeholder[] = [];
  for (let at = dirname(real); at !== above && at !== "/"; at = dirname(at)) {
    parents.unshift({ path: at, kind: "directory", content: "" });
  }
  return [...parents, { path: real, kind, content }];
}

function contentOf(path: string, workspace: string): string {
  const inside = path.endsWith("/commondir") ? ".git/commondir" : relativeInside(workspace, path);
  return placeholderContent(inside ?? path);
}
