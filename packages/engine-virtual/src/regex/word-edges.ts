import type { Expression, SetItem } from "./syntax.ts";

const WORD_CLASSES: readonly SetItem[] = ["alnum", "alpha", "digit", "lower", "upper", "word"];

const isWordCharacter = (character: string): boolean => /^\w$/.test(character);

/** Of a range both ends are of one kind, so that nothing else lies between. */
function isWordItem(item: SetItem): boolean {
  if (typeof item === "string") return WORD_CLASSES.includes(item) || item === "xdigit";
  const [from, to] = item.map((code) => String.fromCodePoint(code));
  return [/^[0-9]$/, /^[a-z]$/, /^[A-Z]$/, /^_$/].some(
    (kind) => kind.test(from ?? "") && kind.test(to ?? ""),
  );
}

const isWordSet = ({ items, negated }: Extract<Expression, { kind: "set" }>): boolean =>
  !negated && items.length > 0 && items.every(isWordItem);

/** Whether every match has a word's character at one of its ends. */
function hasWordAt(node: Expression | undefined, end: "first" | "last"): boolean {
  switch (node?.kind) {
    case "character":
      return isWordCharacter(node.character);
    case "set":
      return isWordSet(node);
    case "group":
      return hasWordAt(node.inner, end);
    case "repeat":
      return node.least > 0 && hasWordAt(node.inner, end);
    case "choice":
      return node.parts.every((part) => hasWordAt(part, end));
    case "sequence":
      return hasWordAt(end === "first" ? node.parts[0] : node.parts.at(-1), end);
    default:
      return false;
  }
}

const BOUNDARY: Expression = { kind: "place", place: "boundary" };

/** A word's edges as boundaries, where what stands beside them says which edge it is. */
export function withBoundaries(parts: readonly Expression[]): readonly Expression[] {
  return parts.map((part, index) => {
    if (part.kind !== "place") return part;
    const [before, after] = [parts[index - 1], parts[index + 1]];
    const isStart = part.place === "word-start" && after !== undefined && hasWordAt(after, "first");
    const isEnd = part.place === "word-end" && before !== undefined && hasWordAt(before, "last");
    return isStart || isEnd ? BOUNDARY : part;
  });
}
