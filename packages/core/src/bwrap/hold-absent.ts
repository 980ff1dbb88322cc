import { dirname } from "node:path";

import { decide, type ProtectedPath, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { Placeholder } from "../plan.ts";
import { placeholderContent } from "../plan/overlay.ts";
import { isInside, relativeInside } from "../relative-inside.ts";
import type { BwrapFacts } from "./bwrap-facts.ts";
import type { PlaceholderGroup } from "./bwrap-plan.ts";
import type { MadeRepository } from "./made-repository.ts";
import type { PlaceTree } from "./place-tree.ts";
import { keptOfWorktree } from "./worktree-places.ts";

interface Target {
  readonly path: string;
  /** With all links followed. */
  readonly real: string;
}

interface Absent {
  /** With all links followed. */
  readonly real: string;
  /** The directory above it that is there. */
  readonly above: string;
  readonly kind: Placeholder["kind"];
}

export interface HoldingWishes {
  /** The repository that may be made where there is none. */
  readonly makes: MadeRepository;
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

type Kinds = ReadonlyMap<string, ProtectedPath["kind"]>;

function absentDenials(request: Holding): readonly Absent[] {
  const kinds = keptKinds(request);
  return [...request.facts.places].flatMap(([path, { kind, real, above }]): readonly Absent[] => {
    if (kind !== "absent" || above === undefined) return [];
    const isDenied = isHeld({ path, real }, kinds, request);
    return isDenied ? [{ real, above, kind: kindOf(path, kinds.get(path)) }] : [];
  });
}

/** What is kept by its name, and as what it is held. */
function keptKinds({ policy, facts }: Holding): Kinds {
  const { path: workspace } = facts.workspace;
  const kept = [
    ...policy.filesystem.protected.map(({ value }) => ({
      ...value,
      path: `${workspace}/${value.path}`,
    })),
    ...keptOfWorktree(facts),
    ...ownPlaces(facts).map((path) => ({ path, kind: "directory" }) as const),
  ];
  return new Map(kept.map(({ path, kind }) => [path, kind]));
}

function ownPlaces({ own }: BwrapFacts): readonly string[] {
  return [own.config, own.cache];
}

function isHeld(target: Target, kinds: Kinds, request: Holding): boolean {
  const { policy, facts, makes } = request;
  const { path } = target;
  const repository = `${facts.workspace.path}/.git`;
  // Where there is no repository, none can be made: its hooks and configuration would be anybody's.
  if (path === repository && makes === "none") return true;
  const hasNone = facts.places.get(repository)?.kind !== "directory";
  if (hasNone && path !== repository && isInside(repository, path)) return false;
  if (makes === "clone" && isBrought(target, request)) return false;
  return kinds.has(path) || isDeniedAbsent(policy, target);
}

/** What a clone brings lies there, as on the host; what somebody has written holds all the same. */
function isBrought(target: Target, { policy, facts }: Holding): boolean {
  const { path: workspace } = facts.workspace;
  if (!isInside(workspace, target.real) || ownPlaces(facts).includes(target.path)) return false;
  const isWritten = policy.filesystem.protected.some(
    ({ value, source }) =>
      source.layer !== "defaults" && `${workspace}/${value.path}` === target.path,
  );
  const { effect, layer } = decide(policy, { operation: "write", target });
  return !isWritten && (effect === "allow" || layer === "defaults" || layer === "presets");
}

/**
 * What holds the place of a linter's absent configuration would be taken for one: mypy and pyright look no further,
 * and check nothing of what `pyproject.toml` says.
 */
function isDeniedAbsent(policy: ResolvedPolicy, target: Target): boolean {
  const { effect, source } = decide(policy, { operation: "write", target });
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
