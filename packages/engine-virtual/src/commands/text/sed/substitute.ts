import type { Found, TextSearch } from "../../../regex/text-search.ts";
import { replacementFor } from "./replacement.ts";
import type { Substitution } from "./script.ts";

/** The matches of one `s`, each begun behind the one before; an empty one never right behind another. */
function* matchesIn(search: TextSearch, text: string): Iterable<Found> {
  let from = 0;
  let last = -1;
  while (from <= text.length) {
    const found = search.find(text, from);
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
  for (const found of matchesIn(search, text)) {
    count += 1;
    if (count < number) continue;
    written = (written ?? "") + text.slice(done, found.start) + replacementFor(parts, found);
    done = found.end;
    if (!global) break;
  }
  return written === undefined ? undefined : written + text.slice(done);
}
