import type { LinkedPath } from "../resolve/resolved-policy.ts";
import { isWithin, rebased, segmentsOf, type Segments } from "./segments.ts";

interface Link {
  readonly from: Segments;
  readonly to: Segments;
}

const known = new WeakMap<readonly LinkedPath[], readonly Link[]>();

/** A path with the longest of `links` in front of it followed. */
export function followLinks(path: string, links: readonly LinkedPath[]): Segments {
  const names = segmentsOf(path);
  const link = longestFirst(links).find(({ from }) => isWithin(names, from));
  return link === undefined ? names : rebased(names, link.from, link.to);
}

/** Made once for a policy's links: whoever looks at a hundred thousand files asks for each. */
function longestFirst(links: readonly LinkedPath[]): readonly Link[] {
  const made =
    known.get(links) ??
    links
      .map(({ path, real }) => ({ from: segmentsOf(path), to: segmentsOf(real) }))
      .sort((a, b) => b.from.length - a.from.length);
  known.set(links, made);
  return made;
}
