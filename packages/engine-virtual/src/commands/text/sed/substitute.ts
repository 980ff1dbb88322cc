import type { TextMatch, TextSearch } from "../../../regex/text-search.ts";
import { largestGroup, replacementFor } from "./replacement.ts";
import type { ReplacementPart, Substitution } from "./script.ts";

type Find = (text: string, from: number) => TextMatch | undefined;

/** How a match is found: with its groups only where one is written. */
function finder(search: TextSearch, parts: readonly ReplacementPart[]): Find {
  if (largestGroup(parts) > 0) return (text, from) => search.match(text, from);
  return (text, from) => {
    const span = search.find(text, from);
    return span && { start: span.start, end: span.end, groups: [text.slice(span.start, span.end)] };
  };
}

/** The matches of one `s`, each begun behind the one before; an empty one never right behind another. */
function* matchesIn(find: Find, text: string): Iterable<TextMatch> {
  let from = 0;
  let last = -1;
  while (from <= text.length) {
    const found = find(text, from);
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
  { parts, number, global }: Substitution,
  search: TextSearch,
): string | undefined {
  let written: string | undefined;
  let done = 0;
  let count = 0;
  for (const found of matchesIn(finder(search, parts), text)) {
    count += 1;
    if (count < number) continue;
    written = (written ?? "") + text.slice(done, found.start) + replacementFor(parts, found);
    done = found.end;
    if (!global) break;
  }
  return written === undefined ? undefined : written + text.slice(done);
}
