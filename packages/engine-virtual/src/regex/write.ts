import type { Expression, Place, SetItem } from "./syntax.ts";
import { CLASSES, ExpressionError } from "./syntax.ts";

/** What an expression is written for: JavaScript over ASCII or any text, or the linear engine. */
export type Target = "ascii" | "unicode" | "linear";

const LAST_ASCII = 0x7f;

const NOTHING: Readonly<Record<Target, string>> = {
  ascii: "[]",
  unicode: "[]",
  linear: "[^\\x00-\\x{10ffff}]",
};

function codePoint(code: number, target: Target): string {
  if (code === 10) return "\\n";
  const character = String.fromCodePoint(code);
  if (/^[0-9A-Za-z]$/.test(character)) return character;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  if (target === "linear") return `\\x{${hex}}`;
  return target === "unicode" ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0").slice(-4)}`;
}

/** A range without the line's end, which no set of a line's own text can match. */
function range(from: number, to: number, target: Target): string {
  const end = target === "ascii" ? Math.min(to, LAST_ASCII) : to;
  if (from > end) return "";
  if (from === end) return from === 10 ? "" : codePoint(from, target);
  if (from <= 10 && end >= 10) {
    return range(from, 9, target) + range(11, end, target);
  }
  return `${codePoint(from, target)}-${codePoint(end, target)}`;
}

function setItem(item: SetItem, target: Target): string {
  if (typeof item === "string") return CLASSES[item][target === "ascii" ? "ascii" : "unicode"];
  return range(item[0], item[1], target);
}

function set(items: readonly SetItem[], negated: boolean, target: Target): string {
  const inside = items.map((item) => setItem(item, target)).join("");
  if (negated) return `[^${inside}\\n]`;
  // Nothing of such a set can be in such a text: a class that nothing is in.
  return inside === "" ? NOTHING[target] : `[${inside}]`;
}

const SCRIPT_PLACES: Readonly<Record<Place, string>> = {
  start: "(?<![^\\n])",
  end: "(?![^\\n])",
  boundary: "\\b",
  "no-boundary": "\\B",
  "word-start": "(?<!\\w)(?=\\w)",
  "word-end": "(?<=\\w)(?!\\w)",
};

const LINEAR_PLACES: Readonly<Partial<Record<Place, string>>> = {
  start: "(?m:^)",
  end: "(?m:$)",
  boundary: "\\b",
  "no-boundary": "\\B",
};

/** What only an engine that goes back and tries again can do. */
function onlyBacktracking(what: string): never {
  throw new ExpressionError(`${what} in an expression that could take for ever`);
}

function place(where: Place, target: Target): string {
  if (target !== "linear") return SCRIPT_PLACES[where];
  return LINEAR_PLACES[where] ?? onlyBacktracking("a word's edge");
}

function quantifier(least: number, most: number): string {
  if (least === 0 && most === 1) return "?";
  if (most === Infinity) return least === 0 ? "*" : least === 1 ? "+" : `{${least},}`;
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

function repeat(node: Extract<Expression, { kind: "repeat" }>, target: Target): string {
  const { inner, least, most, lazy } = node;
  const written = writeExpression(inner, target);
  const isOne = inner.kind === "character" || inner.kind === "set" || inner.kind === "any";
  const atom = isOne || inner.kind === "group" ? written : `(?:${written})`;
  return `${atom}${quantifier(least, most)}${lazy ? "?" : ""}`;
}

function look(node: Extract<Expression, { kind: "look" }>, target: Target): string {
  if (target === "linear") onlyBacktracking("a look around");
  const { behind, negated, inner } = node;
  return `(?${behind ? "<" : ""}${negated ? "!" : "="}${writeExpression(inner, target)})`;
}

type Writers = {
  readonly [Kind in Expression["kind"]]: (
    node: Extract<Expression, { kind: Kind }>,
    target: Target,
  ) => string;
};

const inGroup = (node: Expression, target: Target): string =>
  node.kind === "choice" ? `(?:${writeExpression(node, target)})` : writeExpression(node, target);

const WRITERS: Writers = {
  // A line does not hold its own end.
  character: ({ character }, target) =>
    character === "\n" ? NOTHING[target] : codePoint(character.codePointAt(0) ?? 0, target),
  any: () => "[^\\n]",
  set: ({ items, negated }, target) => set(items, negated, target),
  place: (node, target) => place(node.place, target),
  group: ({ captures, inner }, target) =>
    `(${captures ? "" : "?:"}${writeExpression(inner, target)})`,
  sequence: ({ parts }, target) => parts.map((part) => inGroup(part, target)).join(""),
  choice: ({ parts }, target) => parts.map((part) => writeExpression(part, target)).join("|"),
  repeat,
  back: ({ group }, target) =>
    target === "linear" ? onlyBacktracking("a back-reference") : `(?:\\${group})`,
  look,
};

function write<Kind extends Expression["kind"]>(
  node: Extract<Expression, { kind: Kind }>,
  kind: Kind,
  target: Target,
): string {
  return WRITERS[kind](node, target);
}

/** An expression in the spelling of one of the engines; it never matches across a line's end. */
export function writeExpression(node: Expression, target: Target): string {
  return write(node, node.kind, target);
}
