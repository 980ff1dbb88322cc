import type { Arithmetic, WordPart } from "@agent-sandbox/shell-syntax";

/** An expression as its script has it: text, and the parts that are expanded before it is read. */
export function arithmeticParts(node: Arithmetic | undefined): readonly (string | WordPart)[] {
  if (node === undefined) return ["0"];
  const known = cache.get(node);
  if (known !== undefined) return known;
  const parts = joinedTexts(piecesOf(node));
  cache.set(node, parts);
  return parts;
}

const cache = new WeakMap<Arithmetic, readonly (string | WordPart)[]>();

function piecesOf(node: Arithmetic): readonly (string | WordPart)[] {
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

function joinedTexts(pieces: readonly (string | WordPart)[]): readonly (string | WordPart)[] {
  const joined: (string | WordPart)[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string")
      joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}
