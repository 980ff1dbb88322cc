import type { TextMatch, TextSearch } from "../../../regex/text-search.ts";
import { replacementFor } from "./replacement.ts";
import type { Substitution } from "./script.ts";

interface Finder {
  readonly search: TextSearch;
  readonly hasGroups: boolean;
}

/** The first match; with groups only where one is written, as without them more is found natively. */
function matchIn(text: string, from: number, { search, hasGroups }: Finder): TextMatch | undefined {
  if (hasGroups) return search.match(text, from);
  const span = search.find(text, from);
  if (span === undefined) return undefined;
  const { start, end } = span;
  return { start, end, groups: [text.slice(start, end)] };
}

/** The matches of one `s`, each begun behind the one before; an empty one never right behind another. */
function* matchesIn(text: string, finder: Finder): Iterable<TextMatch> {
  let from = 0;
  let last = -1;
  while (from <= text.length) {
    const found = matchIn(text, from, finder);
    if (found === undefined) return;
    const isEmpty = found.start === found.end;
    if (!isEmpty || found.start !== last) yield found;
    last = found.end;
    from = isEmpty ? found.end + widthAt(text, found.end) : found.end;
  }
}

const widthAt = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

/** A text with what `s` puts in; `undefined` where nothing is replaced. */
export function substitute(
  text: string,
  { parts, hasGroups, number, global }: Substitution,
  search: TextSearch,
): string | undefined {
  let written: string | undefined;
  let done = 0;
  let count = 0;
  for (const found of matchesIn(text, { search, hasGroups })) {
    count += 1;
    if (count < number) continue;
    written = (written ?? "") + text.slice(done, found.start) + replacementFor(parts, found);
    done = found.end;
    if (!global) break;
  }
  return written === undefined ? undefined : written + text.slice(done);
}
