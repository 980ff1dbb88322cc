import { caseless } from "../match/fold.ts";
import { matchesPath, parsePathPattern, type PathPattern } from "../match/path-pattern.ts";
import { isWithin, segmentsOf, type Segments } from "../paths/segments.ts";
import type { ResolvedFilesystem } from "../resolve/resolved-policy.ts";
import { LAYERS, type Sourced } from "../source.ts";

/** The pattern that blocks a path, or the exception that lifts the blocks that there are. */
export interface BlockMatch {
  readonly effect: "deny" | "allow";
  readonly pattern: Sourced<string>;
}

/** Undefined where no pattern of `blocked-patterns` matches. */
export type BlockedPaths = (path: Segments, isFile?: boolean) => BlockMatch | undefined;

interface Rule {
  readonly pattern: PathPattern;
  readonly written: Sourced<string>;
  readonly rank: number;
}

/** What `blocked-patterns` and `allowed-patterns` say of paths; made once for many of them. */
export function blockedPaths(filesystem: ResolvedFilesystem): BlockedPaths {
  const blocked = filesystem.blocked.map(toRule);
  const allowed = filesystem.allowed.map(toRule);
  const { isSystem, namesBelow } = startsOf(filesystem);
  return (path, isFile) => {
    const names = namesBelow(path);
    const system = isSystem(path);
    const matches = ({ pattern, written }: Rule) => {
      if (system && written.source.layer === "defaults") return false;
      const relative = names[pattern.anchor];
      return relative !== undefined && matchesPath(pattern, relative, isFile);
    };
    const hits = blocked.filter(matches);
    return hits.length === 0 ? undefined : lifted(hits, allowed.filter(matches));
  };
}

/** An exception lifts the blocks of its own layer and of weaker ones: each block needs its own. */
function lifted(hits: readonly Rule[], lifts: readonly Rule[]): BlockMatch | undefined {
  const standing = hits.find((hit) => !lifts.some(({ rank }) => rank >= hit.rank));
  if (standing !== undefined) return { effect: "deny", pattern: standing.written };
  const [lift] = lifts.toSorted((a, b) => b.rank - a.rank);
  return lift && { effect: "allow", pattern: lift.written };
}

function toRule(written: Sourced<string>): Rule {
  const parsed = parsePathPattern(written.value);
  if ("refused" in parsed) throw new TypeError(`Cannot match: ${parsed.refused}`);
  return { pattern: parsed.value, written, rank: LAYERS.indexOf(written.source.layer) };
}

type Names = Readonly<Record<PathPattern["anchor"], readonly string[] | undefined>>;

/**
 * A path's names below the places that patterns start from. What holds the workspace is not looked
 * at: one in `~/secret-plans` is not blocked as a whole.
 */
function startsOf({ root, places, rules }: ResolvedFilesystem) {
  const top = segmentsOf(root.value);
  const home = segmentsOf(places.home);
  const starts = [top, segmentsOf(places.workspace), home];
  const system = rules
    .filter(({ origin }) => origin === "system")
    .map(({ path }) => segmentsOf(path));
  return {
    /** The system's own files hold `secrets.py` and certificates, and nothing of the user's. */
    isSystem: (path: Segments): boolean =>
      system.some((directory) => isWithin(path, directory)) &&
      !starts.some((start) => start.length > 0 && isWithin(path, start)),
    namesBelow: (path: Segments): Names => {
      const folded = path.map(caseless);
      const depths = starts.map((start) => (isWithin(path, start) ? start.length : 0));
      return {
        any: folded.slice(Math.max(...depths)),
        root: isWithin(path, top) ? folded.slice(top.length) : undefined,
        home: isWithin(path, home) ? folded.slice(home.length) : undefined,
      };
    },
  };
}
