import type { Arithmetic, Span, WordPart, WrittenArithmetic } from "@agent-sandbox/shell-syntax";

type Pieces = readonly (string | WordPart)[];

/** An expression as its script has it: text, and the parts that are expanded before it is read. */
export function arithmeticParts(written: WrittenArithmetic): Pieces {
  const { expression, operands, text } = written;
  if (expression === undefined) return ["0"];
  const known = cache.get(expression);
  if (known !== undefined) return known;
  const pieces =
    text === undefined || operands === undefined
      ? piecesOf(expression)
      : placed(text, operands, partsOf(expression));
  const parts = joinedTexts(pieces);
  cache.set(expression, parts);
  return parts;
}

const cache = new WeakMap<Arithmetic, Pieces>();

/** The text, with parts in the place of the operands that have them. */
function placed(text: string, operands: readonly Span[], parts: readonly Pieces[]): Pieces {
  let from = 0;
  const pieces = operands.flatMap(({ end, start }, index) => {
    const before = text.slice(from, start);
    from = end;
    return [before, ...(parts[index] ?? [])];
  });
  return [...pieces, text.slice(from)];
}

/** Of each operand that has any, from left to right. */
function partsOf(node: Arithmetic): readonly Pieces[] {
  switch (node.type) {
    case "operand":
      return node.parts.length === 0 ? [] : [node.parts];
    case "parentheses":
      return partsOf(node.expression);
    case "unary":
      return partsOf(node.operand);
    case "binary":
      return [...partsOf(node.left), ...partsOf(node.right)];
    case "ternary":
      return [node.test, node.yes, node.no].flatMap(partsOf);
  }
}

function piecesOf(node: Arithmetic): Pieces {
  switch (node.type) {
    case "operand":
      return node.parts.length === 0 ? [node.value] : node.parts;
    case "parentheses":
      return ["(", ...piecesOf(node.expression), ")"];
    case "unary": {
      const operand = piecesOf(node.operand);
      return node.prefix ? [" ", node.operator, ...operand] : [...operand, node.operator, " "];
    }
    case "binary":
      return [...piecesOf(node.left), ` ${node.operator} `, ...piecesOf(node.right)];
    case "ternary":
      return [...piecesOf(node.test), "?", ...piecesOf(node.yes), ":", ...piecesOf(node.no)];
  }
}

function joinedTexts(pieces: Pieces): Pieces {
  const joined: (string | WordPart)[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string")
      joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}
