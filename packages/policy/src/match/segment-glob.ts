import type { Parsed, Refusal } from "../schema/refusal.ts";
import { type Fold, caseless } from "./fold.ts";

/** One segment of a pattern. */
export interface SegmentGlob {
  /** As it is written, folded: a name that is spelled so matches too, such as `[id]`. */
  readonly text: string;
  /** What stands between stars; one part means that there is none. None where it is a plain name. */
  readonly parts: readonly Part[];
  /** The letters that whatever matches starts with, holds and ends with: most names are told by them alone. */
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}

type Part = readonly Token[];

type Token = "?" | number | CharacterSet;

interface CharacterSet {
  readonly isNegated: boolean;
  readonly ignoresCase: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** `*`, `?` and `[a-z]` or `[!a-z]`; dots and backslashes are characters like others. */
export function parseSegmentGlob(written: string, fold: Fold): Parsed<SegmentGlob> {
  const text = fold(written);
  if (!/[*?[]/.test(written)) return { value: plainName(text) };
  const letters = Array.from(written.normalize("NFC"));
  const parts: Token[][] = [[]];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? "";
    if (letter === "*") {
      parts.push([]);
    } else if (letter === "[") {
      const end = endOfSet(letters, at);
      const set = parseSet(letters.slice(at + 1, end), fold);
      if (end === -1 || set === undefined) return refuseSet(written, end);
      parts.at(-1)?.push(set);
      at = end;
    } else {
      parts.at(-1)?.push(...tokensOf(letter, fold));
    }
  }
  const [first, second] = parts;
  return {
    value: {
      ...{ text, parts },
      start: lettersAhead(first),
      middle: lettersAhead(second),
      end: lettersBehind(parts.at(-1)),
    },
  };
}

/** What matches one name alone, folded already. */
export function plainName(text: string): SegmentGlob {
  return { text, parts: [], start: text, middle: "", end: text };
}

function lettersAhead(part: Part = []): string {
  const other = part.findIndex((token) => typeof token !== "number");
  return lettersOf(other === -1 ? part : part.slice(0, other));
}

function lettersBehind(part: Part = []): string {
  return lettersOf(part.slice(part.findLastIndex((token) => typeof token !== "number") + 1));
}

function lettersOf(tokens: Part): string {
  return String.fromCodePoint(...tokens.filter((token) => typeof token === "number"));
}

function tokensOf(letter: string, fold: Fold): readonly Token[] {
  return letter === "?" ? [letter] : Array.from(fold(letter), codePoint);
}

function refuseSet(written: string, end: number): Refusal {
  const quoted = JSON.stringify(written);
  return {
    refused:
      end === -1
        ? `${quoted} has a "[" without a "]"`
        : `${quoted} has a range whose end is before its start`,
    hint: 'Write "[[]" for a bracket itself',
  };
}

/** A `]` that comes first is a member (glob(7)). */
function endOfSet(letters: readonly string[], start: number): number {
  const first = /[!^]/.test(letters[start + 1] ?? "") ? start + 2 : start + 1;
  return letters.indexOf("]", first + 1);
}

function parseSet(letters: readonly string[], fold: Fold): CharacterSet | undefined {
  const isNegated = /[!^]/.test(letters[0] ?? "");
  const members = letters.slice(isNegated ? 1 : 0);
  const ranges: [number, number][] = [];
  for (let at = 0; at < members.length; at++) {
    const from = codePoint(members[at] ?? "");
    const last = members[at + 1] === "-" ? members[at + 2] : undefined;
    const to = last === undefined ? from : codePoint(last);
    if (to < from) return undefined;
    ranges.push([from, to]);
    if (last !== undefined) at += 2;
  }
  return { isNegated, ignoresCase: fold === caseless, ranges };
}

/**
 * Whether a name, folded as the glob is, matches. Each part is looked for after the one before it and
 * never again, so the time is at most the product of both lengths.
 */
export function matchesSegment(glob: SegmentGlob, name: string): boolean {
  if (name === glob.text) return true;
  if (!name.startsWith(glob.start) || !name.endsWith(glob.end)) return false;
  return glob.parts.length > 0 && name.includes(glob.middle) && matchesParts(glob.parts, name);
}

function matchesParts([first = [], ...rest]: readonly Part[], name: string): boolean {
  const last = rest.pop();
  let at = endOf(first, name, 0);
  if (last === undefined) return at === name.length;
  for (const part of rest) at = at === -1 ? -1 : endOfNext(part, name, at);
  return at !== -1 && endsWith(last, name, at);
}

/** Where a part ends that starts at `at`; -1 where it does not. */
function endOf(part: Part, name: string, at: number): number {
  let end = at;
  for (const token of part) {
    const letter = name.codePointAt(end);
    if (letter === undefined || !takes(token, letter)) return -1;
    end += widthOf(letter);
  }
  return end;
}

function endOfNext(part: Part, name: string, from: number): number {
  for (let at = from; at <= name.length; at++) {
    const end = endOf(part, name, at);
    if (end !== -1) return end;
  }
  return -1;
}

function endsWith(part: Part, name: string, from: number): boolean {
  if (part.length === 0) return true;
  for (let at = Math.max(from, name.length - 2 * part.length); at < name.length; at++) {
    if (endOf(part, name, at) === name.length) return true;
  }
  return false;
}

function takes(token: Token, letter: number): boolean {
  if (token === "?") return true;
  if (typeof token === "number") return token === letter;
  const isMember = contains(token, letter) || (token.ignoresCase && contains(token, upper(letter)));
  return isMember !== token.isNegated;
}

function contains({ ranges }: CharacterSet, letter: number): boolean {
  return ranges.some(([from, to]) => letter >= from && letter <= to);
}

function upper(letter: number): number {
  return codePoint(String.fromCodePoint(letter).toUpperCase());
}

function codePoint(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

function widthOf(letter: number): number {
  return letter > 0xffff ? 2 : 1;
}
