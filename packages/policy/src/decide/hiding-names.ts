import { caseless } from "../match/fold.ts";
import { parsePathPattern } from "../match/path-pattern.ts";
import {
  matchesSegment,
  parseSegmentGlob,
  plainName,
  type SegmentGlob,
} from "../match/segment-glob.ts";
import { segmentsOf } from "../paths/segments.ts";
import type { ResolvedFilesystem } from "../resolve/resolved-policy.ts";

/**
 * Whether a path that ends in `name` can be hidden where the directory that it is in is not: the last
 * name of a blocked pattern or of an excluded path. Much cheaper than `decide`, for whoever looks at a
 * hundred thousand files; it may say yes too often and never no.
 */
export function hidingNames({ blocked, rules }: ResolvedFilesystem): (name: string) => boolean {
  const excluded = rules.filter(({ level }) => level === "exclude");
  const globs = [
    ...blocked.map(({ value }) => lastOfPattern(value)),
    ...excluded.map(({ path, isGlob }) => lastOfPath(path, isGlob)),
  ];
  return (name) => {
    const folded = caseless(name);
    return globs.some((glob) => glob === undefined || matchesSegment(glob, folded));
  };
}

/** Undefined where any name may be the last one. */
function lastOfPattern(text: string): SegmentGlob | undefined {
  const parsed = parsePathPattern(text);
  return "value" in parsed ? parsed.value.runs.at(-1)?.at(-1) : undefined;
}

function lastOfPath(path: string, isGlob: boolean): SegmentGlob | undefined {
  const last = segmentsOf(path).at(-1) ?? "";
  if (!isGlob) return plainName(caseless(last));
  const parsed = parseSegmentGlob(last, caseless);
  return "value" in parsed ? parsed.value : undefined;
}
