import type * as unbash from "unbash";

import type { Arithmetic, Span, WordPart, WrittenArithmetic } from "../syntax-tree.ts";
import type { Reading } from "./reading.ts";

interface Ways {
  readonly reading: Reading;
  /** Given, since words hold arithmetic and arithmetic holds words. */
  readonly takeParts: (parts: readonly unbash.WordPart[], reading: Reading) => readonly WordPart[];
}

interface Owner {
  readonly pos: number;
  readonly end: number;
  readonly expression: unbash.ArithmeticExpression | undefined;
  readonly text?: string;
  readonly body?: string;
}

/** What stands in `$(( ))`, `$[ ]` or `(( ))`; undefined where nothing does. */
export function takeArithmetic(owner: Owner, ways: Ways): Arithmetic | undefined {
  if (owner.expression !== undefined) return takeExpression(owner.expression, ways);
  // Bash expands what is in it before it finds out that it cannot be evaluated.
  if (bodyOf(owner).trim() !== "") ways.reading.fail("arithmetic that cannot be read", owner);
  return undefined;
}

/** What is written between the brackets. */
export function bodyOf({ text = "", body }: Pick<Owner, "text" | "body">): string {
  return body ?? text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, "");
}

/** One of the expressions in the head of a loop. */
export function takeWritten(node: unbash.ArithmeticExpression, ways: Ways): WrittenArithmetic {
  const text = ways.reading.withBlanks(node);
  const expression = takeExpression(node, ways);
  if (text === undefined) return { expression };
  // The body begins two characters behind what opens it.
  const owner = { pos: node.pos - 2, end: node.end, expression: node, body: text };
  return { expression, text, operands: takeOperands(owner) };
}

function takeExpression(node: unbash.ArithmeticExpression, ways: Ways): Arithmetic {
  const reading = ways.reading.inside(node);
  const take = (child: unbash.ArithmeticExpression): Arithmetic =>
    takeExpression(child, { ...ways, reading });
  switch (node.type) {
    case "ArithmeticBinary":
      return {
        ...{ type: "binary", operator: node.operator },
        ...{ left: take(node.left), right: take(node.right) },
      };
    case "ArithmeticUnary":
      return {
        ...{ type: "unary", operator: node.operator, prefix: node.prefix },
        operand: take(node.operand),
      };
    case "ArithmeticTernary":
      return {
        ...{ type: "ternary", test: take(node.test) },
        ...{ yes: take(node.consequent), no: take(node.alternate) },
      };
    case "ArithmeticGroup":
      return { type: "parentheses", expression: take(node.expression) };
    case "ArithmeticWord":
      return {
        ...{ type: "operand", value: node.value },
        parts:
          node.parts === undefined ? plainParts(node.value) : ways.takeParts(node.parts, reading),
      };
    case "ArithmeticCommandExpansion": {
      const script = reading.script(node.script, node);
      return { type: "operand", value: node.text, parts: [{ type: "command", script }] };
    }
  }
}

/** The parser leaves the parts out where an operand is nothing but one plain parameter. */
function plainParts(value: string): readonly WordPart[] {
  const name = /^\$([A-Za-z_]\w*|[\d@*#?$!-])$/.exec(value)?.[1];
  if (name === undefined) return [];
  return [
    {
      type: "parameter",
      name,
      prefix: undefined,
      index: undefined,
      operation: undefined,
      isBare: true,
    },
  ];
}

/** Where in its text the operands with parts stand, undefined where the parser does not say so. */
export function takeOperands(owner: Owner): readonly Span[] | undefined {
  const body = bodyOf(owner);
  const base = owner.body === undefined ? openingOf(owner) : owner.pos + 2;
  const nodes = owner.expression === undefined ? [] : operandsIn(owner.expression);
  const isPlaced = nodes.every(
    (node) => body.slice(node.pos - base, node.end - base) === textOf(node),
  );
  if (!isPlaced) return undefined;
  return nodes.filter(hasParts).map(({ pos, end }) => ({ start: pos - base, end: end - base }));
}

function hasParts(node: Operand): boolean {
  if (node.type !== "ArithmeticWord") return true;
  return (node.parts ?? plainParts(node.value)).length > 0;
}

function openingOf({ pos, text = "" }: Owner): number {
  return pos + (text.startsWith("$[") ? 2 : 3);
}

type Operand = unbash.ArithmeticWord | unbash.ArithmeticCommandExpansion;

function textOf(node: Operand): string {
  return node.type === "ArithmeticWord" ? node.value : node.text;
}

/** From left to right. */
function operandsIn(node: unbash.ArithmeticExpression): readonly Operand[] {
  switch (node.type) {
    case "ArithmeticBinary":
      return [...operandsIn(node.left), ...operandsIn(node.right)];
    case "ArithmeticUnary":
      return operandsIn(node.operand);
    case "ArithmeticTernary":
      return [node.test, node.consequent, node.alternate].flatMap(operandsIn);
    case "ArithmeticGroup":
      return operandsIn(node.expression);
    default:
      return [node];
  }
}
