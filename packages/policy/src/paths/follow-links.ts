import type { LinkedPath } from "../resolve/resolved-policy.ts";
import { isWithin, rebased, segmentsOf, type Segments } from "./segments.ts";

/** A path with the longest of `links` in front of it followed. */
export function followLinks(path: string, links: readonly LinkedPath[]): Segments {
  const names = segmentsOf(path);
  const [link] = links
    .map((entry) => ({ from: segmentsOf(entry.path), to: segmentsOf(entry.real) }))
    .filter(({ from }) => isWithin(names, from))
    .sort((a, b) => b.from.length - a.from.length);
  return link === undefined ? names : rebased(names, link.from, link.to);
}
