import type { TextSearch } from "../../regex/text-search.ts";
import { AwkError } from "./awk-error.ts";
import { sliceOf } from "../characters.ts";

/** The fields of gawk's FPAT: what an expression finds. Right behind one, nothing is none. */
export function fieldsOf(text: string, search: TextSearch): string[] {
  const parts: string[] = [];
  let from = 0;
  let last = -1;
  while (from <= text.length) {
    const found = search.find(text, from);
    if (found === undefined) break;
    const isEmpty = found.start === found.end;
    from = isEmpty ? found.end + 1 : found.end;
    if (isEmpty && (found.start === last || text === "")) continue;
    last = found.end;
    parts.push(text.slice(found.start, found.end));
  }
  return parts;
}

interface Width {
  readonly skipped: number;
  readonly length: number;
}

/** gawk's FIELDWIDTHS: `2 1:3 *`. */
export function readWidths(text: string): readonly Width[] {
  const words = text
    .trim()
    .split(/[ \t\n]+/)
    .filter(Boolean);
  return words.map((word, index) => {
    const [, skipped = "0", length = ""] = /^(?:(\d+):)?(\d+|\*)$/.exec(word) ?? [];
    const isRest = length === "*" && index === words.length - 1;
    if (!isRest && !/^\d+$/.test(length))
      throw new AwkError(`invalid FIELDWIDTHS value: "${word}"`);
    return { skipped: Number(skipped), length: isRest ? Infinity : Number(length) };
  });
}

export function fieldsByWidth(text: string, widths: readonly Width[]): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { skipped, length } of widths) {
    at += skipped;
    const part = sliceOf(text, at, at + length);
    if (part === "") break;
    parts.push(part);
    at += length;
  }
  return parts;
}
