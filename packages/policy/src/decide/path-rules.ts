import { caseless, composed, exact, type Fold } from "../match/fold.ts";
import {
  matchesSegment,
  parseSegmentGlob,
  plainName,
  type SegmentGlob,
} from "../match/segment-glob.ts";
import { segmentsOf, type Segments } from "../paths/segments.ts";
import type { PathRule } from "../resolve/resolved-policy.ts";

/** What `ro`, `rw`, `exclude`, the root and the base say of paths; made once for many of them. */
export interface PathRules {
  /** The strongest rule for the path or a directory above it. */
  readonly winner: (path: Segments, ignoresCase: boolean) => PathRule | undefined;
  /** A rule without globs below the directory that takes writing away. */
  readonly tighterBelow: (path: Segments, ignoresCase: boolean) => PathRule | undefined;
}

interface Matcher {
  readonly rule: PathRule;
  readonly own: readonly SegmentGlob[];
  /** Made when it is first asked for: few file systems ignore case. */
  readonly caseless: () => readonly SegmentGlob[];
  readonly fold: Fold;
}

/** `rules` come with the strongest first. */
export function pathRules(rules: readonly PathRule[]): PathRules {
  const matchers = rules.map(toMatcher);
  const find = (
    path: Segments,
    ignoresCase: boolean,
    fits: (matcher: Matcher) => boolean,
  ): PathRule | undefined =>
    matchers.find((matcher) => fits(matcher) && agree(matcher, path, ignoresCase))?.rule;
  return {
    winner: (path, ignoresCase) => find(path, ignoresCase, ({ own }) => own.length <= path.length),
    tighterBelow: (path, ignoresCase) =>
      find(
        path,
        ignoresCase,
        ({ own, rule }) => own.length > path.length && rule.level !== "rw" && !rule.isGlob,
      ),
  };
}

function toMatcher(rule: PathRule): Matcher {
  // A denial is not dodged by another encoding of an accent; a grant is for its name alone.
  const fold = rule.level === "exclude" ? composed : exact;
  const names = segmentsOf(rule.path);
  const globs = (by: Fold) => names.map((name) => globOf(name, rule.isGlob, by));
  let made: readonly SegmentGlob[] | undefined;
  return { rule, own: globs(fold), caseless: () => (made ??= globs(caseless)), fold };
}

function globOf(name: string, isGlob: boolean, fold: Fold): SegmentGlob {
  if (!isGlob) return plainName(fold(name));
  const parsed = parseSegmentGlob(name, fold);
  if ("refused" in parsed) throw new TypeError(`Cannot match: ${parsed.refused}`);
  return parsed.value;
}

/** Whether rule and path are the same as far as both go. */
function agree(matcher: Matcher, path: Segments, ignoresCase: boolean): boolean {
  const globs = ignoresCase ? matcher.caseless() : matcher.own;
  const fold = ignoresCase ? caseless : matcher.fold;
  return globs.every((glob, index) => {
    const name = path[index];
    return name === undefined || matchesSegment(glob, fold(name));
  });
}
