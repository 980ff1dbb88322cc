import type { TextMatch, TextSearch } from "../../../regex/text-search.ts";
import { TextBuilder } from "../../text-builder.ts";
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
function* matchesIn(text: string, finder: Finder): Generator<TextMatch, undefined, undefined> {
  let from = 0;
  let last = -1;
  while (from <= text.length) {
    const found = matchIn(text, from, finder);
    if (found === undefined) return undefined;
    const isEmpty = found.start === found.end;
    if (!isEmpty || found.start !== last) yield found;
    last = found.end;
    from = isEmpty ? found.end + widthAt(text, found.end) : found.end;
  }
  return undefined;
}

const widthAt = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

/** Matches that are replaced between two ticks. */
const STEPS = 1_000;

/** One `s` over one text, some matches at a time. */
export class Substituting {
  readonly #text: string;
  readonly #matches: Generator<TextMatch, undefined, undefined>;
  readonly #wanted: Substitution;
  readonly #written = new TextBuilder();
  #copied = 0;
  #count = 0;
  #hasReplaced = false;

  constructor(text: string, wanted: Substitution, search: TextSearch) {
    this.#text = text;
    this.#wanted = wanted;
    const finder = { search, hasGroups: wanted.hasGroups };
    this.#matches = matchesIn(text, finder);
  }

  /** Goes on; false where there is more to do. */
  step(): boolean {
    for (let left = STEPS; left > 0; left -= 1) {
      const next: IteratorResult<TextMatch, undefined> = this.#matches.next();
      if (next.done === true) return true;
      this.#count += 1;
      if (this.#count < this.#wanted.number) continue;
      this.#replace(next.value);
      if (!this.#wanted.global) return true;
    }
    return false;
  }

  #replace(found: TextMatch): void {
    this.#written.add(this.#text.slice(this.#copied, found.start));
    this.#written.add(replacementFor(this.#wanted.parts, found));
    this.#copied = found.end;
    this.#hasReplaced = true;
  }

  /** The text with what was put in; `undefined` where nothing is replaced. */
  get result(): string | undefined {
    if (!this.#hasReplaced) return undefined;
    this.#written.add(this.#text.slice(this.#copied));
    return this.#written.text();
  }
}
