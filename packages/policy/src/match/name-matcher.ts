import { exact } from "./fold.ts";
import { matchesSegment, parseSegmentGlob } from "./segment-glob.ts";

/** Whether a name is what one segment of a path rule stands for. */
export function nameMatcher(segment: string): (name: string) => boolean {
  const glob = parseSegmentGlob(segment, exact);
  if ("refused" in glob) throw new TypeError(`Cannot match: ${glob.refused}`);
  return (name) => matchesSegment(glob.value, name);
}
