import { pathOf, segmentsOf, type Segments } from "../paths/segments.ts";
import type { PathRule, ResolvedFilesystem } from "../resolve/resolved-policy.ts";
import type { Sourced } from "../source.ts";
import { type BlockMatch, type BlockedPaths, blockedPaths } from "./blocked-paths.ts";
import { type Decision, decision, placeOf, type RuleId } from "./decision.ts";
import { pathRules, type PathRules } from "./path-rules.ts";

export type Wish = "read" | "write" | "remove";

/** What is known of the path besides its name. */
interface FileFacts {
  readonly kind?: "directory" | "file" | undefined;
  readonly ignoresCase?: boolean | undefined;
}

/** What the policy says of one path, its links followed already. */
export type FileJudge = (path: Segments, wish: Wish, facts: FileFacts) => Decision;

const judges = new WeakMap<ResolvedFilesystem, FileJudge>();

/** The judge of a policy, made once: its patterns are parsed then. */
export function fileJudge(filesystem: ResolvedFilesystem): FileJudge {
  const known = judges.get(filesystem);
  if (known !== undefined) return known;
  const rules = pathRules(filesystem.rules);
  const judge = judgeBy({
    filesystem,
    rules,
    blocked: blockedPaths(filesystem),
    kept: pathRules(protectedRules(filesystem)),
  });
  judges.set(filesystem, judge);
  return judge;
}

interface Parts {
  readonly filesystem: ResolvedFilesystem;
  readonly rules: PathRules;
  readonly blocked: BlockedPaths;
  /** The protected paths, compared as denials are. */
  readonly kept: PathRules;
}

/** Blocked patterns come before protected paths, and these before all rules of paths. */
function judgeBy({ filesystem, rules, blocked, kept }: Parts): FileJudge {
  const heldBelow = (path: Segments, ignoresCase: boolean): Decision | undefined => {
    const below = kept.tighterBelow(path, ignoresCase);
    if (below !== undefined) return isProtected(below, path);
    const tighter = rules.tighterBelow(path, ignoresCase);
    return tighter && ruledOut(tighter, path);
  };
  return (path, wish, facts) => {
    const ignoresCase = facts.ignoresCase ?? false;
    const block = blocked(path, facts.kind === "file");
    if (block?.effect === "deny") return blockedBy(block, path);
    const protects = wish === "read" ? undefined : kept.winner(path, ignoresCase);
    if (protects !== undefined) return isProtected(protects, path);
    const rule = rules.winner(path, ignoresCase);
    const denial = rule === undefined ? outside(path, filesystem) : refuseBy(rule, path, wish);
    if (denial !== undefined) return denial;
    const held = wish === "remove" ? heldBelow(path, ignoresCase) : undefined;
    if (held !== undefined) return held;
    return allowedBy(rule, block, path);
  };
}

function protectedRules({ places, protected: paths }: ResolvedFilesystem): readonly PathRule[] {
  return paths.map(({ value, source }) => ({
    level: "exclude",
    path: pathOf(segmentsOf(`${places.workspace}/${value.path}`)),
    isGlob: false,
    origin: "rule",
    source,
  }));
}

function blockedBy({ pattern }: BlockMatch, path: Segments): Decision {
  const shown = JSON.stringify(pathOf(path));
  return decision({
    effect: "deny",
    rule: "sensitive-file-pattern",
    by: pattern,
    reason: `${shown} matches the blocked pattern ${JSON.stringify(pattern.value)}`,
    wouldChange: `Name it in filesystem.allowed-patterns, in ${layerOrLater(pattern)}`,
  });
}

function layerOrLater({ source }: Sourced<string>): string {
  if (source.layer === "defaults") return "your own configuration or the project's";
  return source.file === undefined
    ? `the ${source.layer} or a later layer`
    : `${JSON.stringify(source.file)} or a later layer`;
}

function outside(path: Segments, { root, base }: ResolvedFilesystem): Decision {
  const shown = JSON.stringify(pathOf(path));
  return decision({
    effect: "deny",
    rule: "outside-project-root",
    by: base,
    reason: `${shown} is outside of ${JSON.stringify(root.value)}, and nothing grants it`,
    wouldChange: `Add ${shown} or a directory above it to filesystem.ro or filesystem.rw`,
  });
}

const IDS = {
  root: "within-project-root",
  base: "base-host",
  system: "system-path",
  rule: "path-rule",
} as const satisfies Record<PathRule["origin"], RuleId>;

function refuseBy(rule: PathRule, path: Segments, wish: Wish): Decision | undefined {
  const isEnough = rule.level === "rw" || (rule.level === "ro" && wish === "read");
  return isEnough ? undefined : ruledOut(rule, path);
}

function ruledOut(rule: PathRule, path: Segments): Decision {
  const shown = JSON.stringify(pathOf(path));
  const state = rule.level === "ro" ? "is read-only" : "is excluded";
  return decision({
    effect: "deny",
    rule: IDS[rule.origin],
    by: rule,
    reason: `${shown}: ${JSON.stringify(rule.path)} ${state}`,
    wouldChange: `Change ${placeOf(rule.source)}, or add ${shown} to filesystem.rw`,
  });
}

function isProtected(rule: PathRule, path: Segments): Decision {
  return decision({
    effect: "deny",
    rule: "protected-path",
    by: rule,
    reason: `${JSON.stringify(pathOf(path))}: ${JSON.stringify(rule.path)} is protected, and stays as it is`,
    wouldChange:
      rule.source.layer === "defaults" ? undefined : `Take it out of ${placeOf(rule.source)}`,
  });
}

function allowedBy(
  rule: PathRule | undefined,
  lift: BlockMatch | undefined,
  path: Segments,
): Decision {
  const shown = JSON.stringify(pathOf(path));
  if (lift !== undefined) {
    return decision({
      effect: "allow",
      rule: "allowed-pattern",
      by: lift.pattern,
      reason: `${shown} matches the exception ${JSON.stringify(lift.pattern.value)}`,
      wouldChange: `Take it out of ${placeOf(lift.pattern.source)}`,
    });
  }
  return decision({
    effect: "allow",
    rule: IDS[rule?.origin ?? "root"],
    by: rule,
    reason: `${shown} is within ${JSON.stringify(rule?.path ?? "/")}`,
    wouldChange: `Add ${shown} to filesystem.exclude`,
  });
}
