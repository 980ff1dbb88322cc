import type { ClassName, Expression, Place, SetItem } from "./syntax.ts";
import { CLASSES, ExpressionError } from "./syntax.ts";
import { withBoundaries } from "./word-edges.ts";

type Engine = "ascii" | "unicode" | "linear";

/**
 * What an expression is written for: JavaScript over ASCII or any text, or the linear engine. A match is
 * within one line; or a line feed is a character like any other, and `^` and `$` are the ends of the
 * whole text, or of each of its lines.
 */
export interface Target {
  readonly engine: Engine;
  readonly within: "line" | "text" | "text-lines";
  /** Whether a byte that is no character is matched by nothing but itself, as in UTF-8. */
  readonly partsBytes?: boolean;
}

/** How the shell's text has the bytes that are no characters. */
const FIRST_BYTE = 0xdc80;
const LAST_BYTE = 0xdcff;

const LAST_ASCII = 0x7f;

const NOTHING: Readonly<Record<Engine, string>> = {
  ascii: "[]",
  unicode: "[]",
  linear: "[^\\x00-\\x{10ffff}]",
};

const ANYTHING: Readonly<Record<Engine, string>> = {
  ascii: "[^]",
  unicode: "[^]",
  linear: "(?s:.)",
};

function codePoint(code: number, { engine }: Target): string {
  if (code === 10) return "\\n";
  const character = String.fromCodePoint(code);
  if (/^[0-9A-Za-z]$/.test(character)) return character;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  if (engine === "linear") return `\\x{${hex}}`;
  return engine === "unicode" ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0").slice(-4)}`;
}

const isByte = (code: number): boolean => code >= FIRST_BYTE && code <= LAST_BYTE;

/** Between brackets glibc takes a byte at the end of a range for the code of a character. */
const codeOf = (code: number): number => (isByte(code) ? code - FIRST_BYTE + 0x80 : code);

/** A range; without the line's end where no set of a line's own text can match it. */
function range(from: number, to: number, target: Target): string {
  const isLine = target.within === "line";
  // A byte is more than ASCII where each of them is a character.
  const end = target.engine === "ascii" && !isByte(to) ? Math.min(to, LAST_ASCII) : to;
  if (from > end) return "";
  if (from === end) return from === 10 && isLine ? "" : codePoint(from, target);
  if (isLine && from <= 10 && end >= 10) {
    return range(from, 9, target) + range(11, end, target);
  }
  return `${codePoint(from, target)}-${codePoint(end, target)}`;
}

function classText(name: ClassName, { engine, within }: Target): string {
  const text = CLASSES[name][engine === "ascii" ? "ascii" : "unicode"];
  const holdsEnd = within !== "line" && (name === "space" || name === "cntrl");
  return holdsEnd ? `${text}\\n` : text;
}

function setItem(item: SetItem, target: Target): string {
  if (typeof item === "string") return classText(item, target);
  const [from, to] = item;
  if (target.partsBytes !== true) return range(from, to, target);
  return from === to && isByte(from) ? "" : range(codeOf(from), codeOf(to), target);
}

function set(items: readonly SetItem[], negated: boolean, target: Target): string {
  const inside = items.map((item) => setItem(item, target)).join("");
  const end = target.within === "line" ? "\\n" : "";
  if (negated && target.partsBytes === true) return `[^${inside}${end}${bytes(target)}]`;
  if (negated && target.within === "line") return `[^${inside}\\n]`;
  if (negated) return inside === "" ? ANYTHING[target.engine] : `[^${inside}]`;
  // Nothing of such a set can be in such a text: a class that nothing is in.
  return inside === "" ? NOTHING[target.engine] : `[${inside}]`;
}

const bytes = (target: Target): string =>
  `${codePoint(FIRST_BYTE, target)}-${codePoint(LAST_BYTE, target)}`;

function anything(target: Target): string {
  const end = target.within === "line" ? "\\n" : "";
  if (target.partsBytes === true) return `[^${end}${bytes(target)}]`;
  if (end !== "") return `[^${end}]`;
  return ANYTHING[target.engine];
}

const SCRIPT_PLACES: Readonly<Record<Place, string>> = {
  start: "(?<![^\\n])",
  end: "(?![^\\n])",
  "text-start": "^",
  "text-end": "$",
  boundary: "\\b",
  "no-boundary": "\\B",
  "word-start": "(?<!\\w)(?=\\w)",
  "word-end": "(?<=\\w)(?!\\w)",
};

const LINEAR_PLACES: Readonly<Partial<Record<Place, string>>> = {
  start: "(?m:^)",
  end: "(?m:$)",
  "text-start": "\\A",
  "text-end": "\\z",
  boundary: "\\b",
  "no-boundary": "\\B",
};

/** What only an engine that goes back and tries again can do. */
function onlyBacktracking(what: string): never {
  throw new ExpressionError(`${what} in an expression that could take for ever`);
}

/** The ends of a line and of the text are the same, or they differ, by what a match is within. */
function placeWithin(where: Place, within: Target["within"]): Place {
  if (within === "text-lines") return where;
  if (within === "line") {
    if (where === "text-start") return "start";
    return where === "text-end" ? "end" : where;
  }
  if (where === "start") return "text-start";
  return where === "end" ? "text-end" : where;
}

function place(where: Place, { engine, within }: Target): string {
  const meant = placeWithin(where, within);
  if (engine !== "linear") return SCRIPT_PLACES[meant];
  return LINEAR_PLACES[meant] ?? onlyBacktracking("a word's edge");
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
  if (target.engine === "linear") onlyBacktracking("a look around");
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
    character === "\n" && target.within === "line"
      ? NOTHING[target.engine]
      : codePoint(character.codePointAt(0) ?? 0, target),
  any: (_node, target) => anything(target),
  set: ({ items, negated }, target) => set(items, negated, target),
  place: (node, target) => place(node.place, target),
  group: ({ captures, inner }, target) =>
    `(${captures ? "" : "?:"}${writeExpression(inner, target)})`,
  sequence: ({ parts }, target) =>
    (target.engine === "linear" ? withBoundaries(parts) : parts)
      .map((part) => inGroup(part, target))
      .join(""),
  choice: ({ parts }, target) => parts.map((part) => writeExpression(part, target)).join("|"),
  repeat,
  back: ({ group }, target) =>
    target.engine === "linear" ? onlyBacktracking("a back-reference") : `(?:\\${group})`,
  look,
};

function write<Kind extends Expression["kind"]>(
  node: Extract<Expression, { kind: Kind }>,
  kind: Kind,
  target: Target,
): string {
  return WRITERS[kind](node, target);
}

/** An expression in the spelling of one of the engines. */
export function writeExpression(node: Expression, target: Target): string {
  return write(node, node.kind, target);
}
