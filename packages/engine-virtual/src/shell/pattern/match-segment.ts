import type { Running } from "../../commands/command.ts";
import { findText } from "../../regex/find-text.ts";
import type { PatternNode } from "./parse-pattern.ts";

/** What stands between the stars of a pattern: from one place of a text it fits in one way or in none. */
export type Segment = readonly Exclude<PatternNode, { readonly type: "star" | "choice" }>[];

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Characters that are looked at between two ticks. */
const STEPS = 65_536;

/** How much of a text a segment looks at from one place, at most. */
export const lengthOf = (segment: Segment): number =>
  segment.reduce((sum, node) => sum + (node.type === "text" ? node.text.length : 1), 1);

/** Where a segment ends that starts at a place, or -1. */
export function endAt(segment: Segment, text: string, start: number): number {
  let at = start;
  for (const node of segment) {
    if (node.type === "text") {
      if (!text.startsWith(node.text, at)) return -1;
      at += node.text.length;
    } else {
      const code = text.codePointAt(at);
      if (code === undefined) return -1;
      const character = String.fromCodePoint(code);
      if (node.type === "set" && !node.has(character)) return -1;
      at += character.length;
    }
  }
  return at;
}

/** Where a segment starts that ends at a place, or -1. */
export function startAt(segment: Segment, text: string, end: number): number {
  let at = end;
  for (let index = segment.length - 1; index >= 0; index -= 1) {
    const node = segment[index];
    const from = at - (node?.type === "text" ? node.text.length : widthBefore(text, at));
    if (node === undefined || from < 0 || endAt([node], text, from) !== at) return -1;
    at = from;
  }
  return at;
}

/** How long the character before a place is; at the start there is none. */
function widthBefore(text: string, at: number): number {
  return at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
}

/** The first place where a segment fits between two others. */
export function* findFirst(
  segment: Segment,
  text: string,
  within: Span,
): Running<Span | undefined> {
  const [first] = segment;
  const length = lengthOf(segment);
  let steps = 0;
  for (let start = within.start; start <= within.end; start += widthAt(text, start)) {
    if (first?.type === "text") {
      start = findText(text, first.text, start);
      if (start === -1 || start > within.end) return undefined;
    }
    const end = endAt(segment, text, start);
    if (end !== -1 && end <= within.end) return { start, end };
    steps += length;
    if (steps <= STEPS) continue;
    steps = 0;
    yield;
  }
  return undefined;
}

/** The last place where it does. */
export function* findLast(segment: Segment, text: string, within: Span): Running<Span | undefined> {
  const length = lengthOf(segment);
  let steps = 0;
  for (let end = within.end; end >= within.start; end -= widthBefore(text, end)) {
    const start = startAt(segment, text, end);
    if (start >= within.start) return { start, end };
    steps += length;
    if (steps <= STEPS) continue;
    steps = 0;
    yield;
  }
  return undefined;
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
