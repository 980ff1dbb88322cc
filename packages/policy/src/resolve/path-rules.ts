import { hasGlob } from "../match/rule-path.ts";
import { followLinks } from "../paths/follow-links.ts";
import { absolutePath, isWithin, pathOf, segmentsOf } from "../paths/segments.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { LAYERS, type Source, type Sourced } from "../source.ts";
import { every, sectionKey, sinceEmptied } from "./gather.ts";
import type { ResolveContext } from "./resolve-context.ts";
import type { PathLevel, PathRule, ResolvedFilesystem } from "./resolved-policy.ts";
import { systemPaths } from "./system-paths.ts";

interface Around {
  readonly context: ResolveContext;
  readonly root: Sourced<string>;
  readonly base: ResolvedFilesystem["base"];
}

/** Every rule there is for paths, the strongest first. */
export function resolvePathRules(
  layers: readonly PolicyLayer[],
  around: Around,
): readonly PathRule[] {
  const { context } = around;
  const written = [
    ...rulesOf("ro", layers, context),
    ...rulesOf("rw", layers, context),
    ...rulesOf("exclude", layers, context),
  ];
  return unique(ranked([...written, ...ownRules(around)]));
}

function rulesOf(
  level: PathLevel,
  layers: readonly PolicyLayer[],
  context: ResolveContext,
): readonly PathRule[] {
  const key = sectionKey("filesystem", level);
  // A list that takes away takes grants away, never denials, and never what presets say.
  const isPreset = (layer: PolicyLayer) => layer.source.layer === "presets";
  const own = layers.filter((layer) => !isPreset(layer));
  const counted = level === "exclude" ? own : sinceEmptied(own, key);
  return every([...layers.filter(isPreset), ...counted], key).map(({ value, source }) =>
    rule(level, value, { source, context }),
  );
}

function rule(
  level: PathLevel,
  written: string,
  { source, context, origin = "rule" }: RuleOrigin,
): PathRule {
  const path = absolutePath(written, context.workspace, context.home);
  return {
    level,
    path: pathOf(followLinks(path, context.links ?? [])),
    isGlob: hasGlob(written),
    origin,
    source,
  };
}

interface RuleOrigin {
  readonly source: Source;
  readonly context: ResolveContext;
  readonly origin?: PathRule["origin"];
}

/** The root, what is readable around it, and what is there whatever the policy says. */
function ownRules({ context, root, base }: Around): readonly PathRule[] {
  const own: PathRule = {
    level: "rw",
    path: root.value,
    isGlob: false,
    origin: "root",
    source: root.source,
  };
  const { ro, rw } = systemPaths(context.engine, context.temp);
  const make = (level: PathLevel, origin: PathRule["origin"]) => (path: string) =>
    rule(level, path, { source: base.source, context, origin });
  const around = base.value === "host" ? [make("ro", "base")("/")] : ro.map(make("ro", "system"));
  const top = segmentsOf(root.value);
  const outside = [...around, ...rw.map(make("rw", "system"))].filter(
    // What the root grants is not narrowed by what is there anyway.
    ({ path }) => top.length > 0 || !isWithin(segmentsOf(path), top),
  );
  return [own, ...outside];
}

const LEVELS: readonly PathLevel[] = ["rw", "ro", "exclude"];

/** The deeper path, then exact over glob, then the later layer, then `exclude` > `ro` > `rw`. */
function ranked(rules: readonly PathRule[]): readonly PathRule[] {
  return rules
    .map((rule) => ({ rule, strength: strengthOf(rule) }))
    .sort((a, b) => compare(a.strength, b.strength) || (a.rule.path < b.rule.path ? -1 : 1))
    .map(({ rule }) => rule);
}

/** The more of the first number in which two rules differ, the stronger. */
function strengthOf({ path, isGlob, origin, source, level }: PathRule): readonly number[] {
  // Whoever wrote a root or a base, what is written of a path itself is more.
  const rank = origin === "rule" ? LAYERS.indexOf(source.layer) : origin === "root" ? -1 : -2;
  return [segmentsOf(path).length, isGlob ? 0 : 1, rank, LEVELS.indexOf(level)];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
}

/** What two lists say alike counts once, as the stronger says it. */
function unique(rules: readonly PathRule[]): readonly PathRule[] {
  const kept = new Map<string, PathRule>();
  for (const one of rules) {
    const identity = `${one.level} ${one.path}`;
    if (!kept.has(identity)) kept.set(identity, one);
  }
  return [...kept.values()];
}
