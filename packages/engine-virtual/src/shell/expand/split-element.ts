import type { Word, WordPart } from "@agent-sandbox/shell-syntax";

export interface Element {
  readonly index: Word;
  readonly append: boolean;
  readonly value: Word;
}

/** `[index]=value` in a list of elements; undefined for an element without an index. */
export function splitElement(word: Word): Element | undefined {
  const [first] = word.parts;
  if (first?.type !== "literal" || !first.text.startsWith("[")) return undefined;
  const index: WordPart[] = [];
  for (const [place, part] of word.parts.entries()) {
    const text = part.type === "literal" ? part.text : "";
    const end = /\]\+?=/.exec(text);
    if (end === null) {
      index.push(place === 0 ? literal(text.slice(1)) : part);
      continue;
    }
    index.push(literal(text.slice(place === 0 ? 1 : 0, end.index)));
    const rest = literal(text.slice(end.index + end[0].length));
    return {
      index: { ...word, parts: index.filter(isFilled) },
      append: end[0].length === 3,
      value: { ...word, parts: [rest, ...word.parts.slice(place + 1)].filter(isFilled) },
    };
  }
  return undefined;
}

function literal(text: string): WordPart {
  return { type: "literal", text, value: text.replace(/\\([^])/gu, "$1") };
}

function isFilled(part: WordPart): boolean {
  return part.type !== "literal" || part.text !== "";
}
