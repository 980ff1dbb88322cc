import type { Expression, SetItem } from "./syntax.ts";
import { ExpressionError } from "./syntax.ts";

const ZERO = 0;
const LINE_FEED = 10;

const exchangedCode = (code: number): number =>
  code === LINE_FEED ? ZERO : code === ZERO ? LINE_FEED : code;

/** A space class holds the line feed, which is a character like any other now. */
function exchangedItem(item: SetItem): readonly SetItem[] {
  if (item === "space") return [item, [ZERO, ZERO]];
  if (typeof item === "string" || item[0] !== item[1]) return [item];
  const code = exchangedCode(item[0]);
  return [[code, code]];
}

function exchangedCharacter(character: string): string {
  return String.fromCodePoint(exchangedCode(character.codePointAt(0) ?? 0));
}

function exchangedPlace(node: Expression, isPerl: boolean): Expression {
  // For Perl they are at every line feed, of which a record may hold many.
  const isEdge = node.kind === "place" && (node.place === "start" || node.place === "end");
  if (isPerl && isEdge) throw new ExpressionError("^ and $ are not supported with -P and -z");
  return node;
}

/**
 * An expression for text whose records end at a zero byte, once zero bytes and line feeds have changed
 * places in it.
 */
export function exchangedExpression(node: Expression, isPerl: boolean): Expression {
  const exchanged = (part: Expression): Expression => exchangedExpression(part, isPerl);
  switch (node.kind) {
    case "character":
      return { kind: "character", character: exchangedCharacter(node.character) };
    case "any":
      return isPerl ? { kind: "set", negated: true, items: [[ZERO, ZERO]] } : node;
    case "set":
      return { ...node, items: node.items.flatMap(exchangedItem) };
    case "group":
    case "look":
    case "repeat":
      return { ...node, inner: exchanged(node.inner) };
    case "sequence":
    case "choice":
      return { ...node, parts: node.parts.map(exchanged) };
    default:
      return exchangedPlace(node, isPerl);
  }
}
