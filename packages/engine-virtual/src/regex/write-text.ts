import type { Expression, Place, SetItem } from "./syntax.ts";
import { CLASSES, ExpressionError } from "./syntax.ts";

/** What an expression over a whole text is written for: JavaScript's engine, or the linear one. */
export type TextTarget = "native" | "linear";

function codePoint(code: number, target: TextTarget): string {
  const character = String.fromCodePoint(code);
  if (/^[0-9A-Za-z]$/.test(character)) return character;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  if (target === "linear") return `\\x{${hex}}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

const NOTHING: Readonly<Record<TextTarget, string>> = {
  native: "[]",
  linear: "[^\\x00-\\x{10ffff}]",
};

const ANYTHING: Readonly<Record<TextTarget, string>> = { native: "[^]", linear: "(?s:.)" };

/** A line feed is a space here, and a control. */
const withLineFeed = new Set<SetItem>(["space", "cntrl"]);

function item(one: SetItem, target: TextTarget): string {
  if (typeof one === "string") {
    return CLASSES[one].unicode + (withLineFeed.has(one) ? "\\n" : "");
  }
  const [from, to] = one;
  if (from === to) return codePoint(from, target);
  return `${codePoint(from, target)}-${codePoint(to, target)}`;
}

function set(items: readonly SetItem[], negated: boolean, target: TextTarget): string {
  if (items.length === 0) return negated ? ANYTHING[target] : NOTHING[target];
  return `[${negated ? "^" : ""}${items.map((one) => item(one, target)).join("")}]`;
}

const NATIVE_PLACES: Readonly<Record<Place, string>> = {
  start: "^",
  end: "$",
  "text-start": "^",
  "text-end": "$",
  boundary: "\\b",
  "no-boundary": "\\B",
  "word-start": "(?<!\\w)(?=\\w)",
  "word-end": "(?<=\\w)(?!\\w)",
};

const LINEAR_PLACES: Readonly<Partial<Record<Place, string>>> = {
  start: "\\A",
  end: "\\z",
  "text-start": "\\A",
  "text-end": "\\z",
  boundary: "\\b",
  "no-boundary": "\\B",
};

/** What only an engine that goes back and tries again can do. */
function onlyBacktracking(what: string): never {
  throw new ExpressionError(`${what} in an expression that could take for ever`);
}

function place(where: Place, target: TextTarget): string {
  if (target === "native") return NATIVE_PLACES[where];
  return LINEAR_PLACES[where] ?? onlyBacktracking("a word's edge");
}

function quantifier(least: number, most: number): string {
  if (least === 0 && most === 1) return "?";
  if (most === Infinity) return least === 0 ? "*" : least === 1 ? "+" : `{${least},}`;
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

type Of<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

function repeat({ inner, least, most, lazy }: Of<"repeat">, target: TextTarget): string {
  const written = writeText(inner, target);
  const isOne = ["character", "set", "any", "group"].includes(inner.kind);
  return `${isOne ? written : `(?:${written})`}${quantifier(least, most)}${lazy ? "?" : ""}`;
}

function look({ behind, negated, inner }: Of<"look">, target: TextTarget): string {
  if (target === "linear") onlyBacktracking("a look around");
  return `(?${behind ? "<" : ""}${negated ? "!" : "="}${writeText(inner, target)})`;
}

type Writers = {
  readonly [Kind in Expression["kind"]]: (node: Of<Kind>, target: TextTarget) => string;
};

const inRow = (node: Expression, target: TextTarget): string =>
  node.kind === "choice" ? `(?:${writeText(node, target)})` : writeText(node, target);

const WRITERS: Writers = {
  character: ({ character }, target) => codePoint(character.codePointAt(0) ?? 0, target),
  any: (_, target) => ANYTHING[target],
  set: ({ items, negated }, target) => set(items, negated, target),
  place: (node, target) => place(node.place, target),
  group: ({ captures, inner }, target) => `(${captures ? "" : "?:"}${writeText(inner, target)})`,
  sequence: ({ parts }, target) => parts.map((part) => inRow(part, target)).join(""),
  choice: ({ parts }, target) => parts.map((part) => writeText(part, target)).join("|"),
  repeat,
  back: ({ group }, target) =>
    target === "linear" ? onlyBacktracking("a back-reference") : `(?:\\${group})`,
  look,
};

function write<Kind extends Expression["kind"]>(
  node: Of<Kind>,
  kind: Kind,
  target: TextTarget,
): string {
  return WRITERS[kind](node, target);
}

/** An expression in the spelling of one of the engines, for a text in which a line feed is like any other. */
export function writeText(node: Expression, target: TextTarget): string {
  return write(node, node.kind, target);
}
