import type { TextMatch } from "../../../regex/text-search.ts";
import { readEscape } from "./escapes.ts";
import type { CaseChange, ReplacementPart } from "./script.ts";

const isCaseChange = (pair: string): pair is CaseChange => /^\\[ULulE]$/.test(pair);

interface ReadPart {
  readonly part: ReplacementPart;
  readonly length: number;
}

/** A backslash with what is behind it. */
function readEscaped(text: string, at: number): ReadPart {
  const escape = readEscape(text, at);
  if (escape !== undefined) return { part: escape.character, length: escape.length };
  const pair = text.slice(at, at + 2);
  if (/\d/.test(pair)) return { part: Number(pair.slice(1)), length: 2 };
  return { part: isCaseChange(pair) ? { change: pair } : pair.slice(1), length: 2 };
}

function readPart(text: string, at: number): ReadPart {
  const character = text.charAt(at);
  if (character === "\\") return readEscaped(text, at);
  return { part: character === "&" ? 0 : character, length: 1 };
}

/** Reads the right side of `s`. */
export function parseReplacement(text: string): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  for (let at = 0; at < text.length;) {
    const { part, length } = readPart(text, at);
    const last = parts.at(-1);
    if (typeof part === "string" && typeof last === "string") parts.splice(-1, 1, last + part);
    else parts.push(part);
    at += length;
  }
  return parts;
}

/** The largest group that is asked for. */
export const largestGroup = (parts: readonly ReplacementPart[]): number =>
  Math.max(0, ...parts.filter((part) => typeof part === "number"));

/** Writes the parts of one replacement, in the case that is asked for. */
class CaseWriter {
  text = "";
  #lasting: "\\U" | "\\L" | undefined;
  #once: "\\u" | "\\l" | undefined;

  change(change: CaseChange): void {
    const isOnce = change === "\\u" || change === "\\l";
    this.#once = isOnce ? change : undefined;
    if (!isOnce) this.#lasting = change === "\\E" ? undefined : change;
  }

  add(text: string): void {
    if (text === "") return;
    const cased = this.#cased(text);
    if (this.#once === undefined) {
      this.text += cased;
      return;
    }
    const first = String.fromCodePoint(cased.codePointAt(0) ?? 0);
    const changed = this.#once === "\\u" ? first.toUpperCase() : first.toLowerCase();
    this.text += changed + cased.slice(first.length);
    this.#once = undefined;
  }

  #cased(text: string): string {
    if (this.#lasting === undefined) return text;
    return this.#lasting === "\\U" ? text.toUpperCase() : text.toLowerCase();
  }
}

/** What takes the place of a match. */
export function replacementFor(parts: readonly ReplacementPart[], { groups }: TextMatch): string {
  const [only] = parts;
  if (only === undefined) return "";
  if (parts.length === 1 && typeof only === "string") return only;
  const writer = new CaseWriter();
  for (const part of parts) {
    if (typeof part === "string") writer.add(part);
    else if (typeof part === "number") writer.add(groups[part] ?? "");
    else writer.change(part.change);
  }
  return writer.text;
}
