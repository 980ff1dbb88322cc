import { parsePerl } from "../../regex/parse-perl.ts";
import type { Expression } from "../../regex/syntax.ts";
import { ExpressionError } from "../../regex/syntax.ts";
import type { TextMatch, TextSpan } from "../../regex/text-search.ts";
import { TextSearch } from "../../regex/text-search.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { isArray, JqError, objectOf } from "./json.ts";

interface Flags {
  readonly isGlobal: boolean;
  readonly ignoreCase: boolean;
  /** Whether a match of nothing is none. */
  readonly skipsEmpty: boolean;
  /** Whether a dot is a line's end, too. */
  readonly dotsAll: boolean;
  /** Whether blanks and comments in an expression mean nothing. */
  readonly isExtended: boolean;
}

function readFlags(value: Json): Flags {
  const text = value ?? "";
  if (typeof text !== "string") throw new JqError(`${described(value)} is not a string`);
  if (text.includes("l")) throw new JqError("the longest match (l) is not supported");
  if (!/^[gimnpsxl]*$/.test(text) || text.includes("m")) {
    throw new JqError(`${text} is not a valid modifier string`);
  }
  return {
    isGlobal: text.includes("g"),
    ignoreCase: text.includes("i"),
    skipsEmpty: text.includes("n"),
    dotsAll: text.includes("p"),
    isExtended: text.includes("x"),
  };
}

/** `.` as Perl has it: it does not match a line's end. */
function withoutLineEnds(node: Expression): Expression {
  switch (node.kind) {
    case "any":
      return { kind: "set", negated: true, items: [[10, 10]] };
    case "group":
    case "look":
    case "repeat":
      return { ...node, inner: withoutLineEnds(node.inner) };
    case "sequence":
    case "choice":
      return { ...node, parts: node.parts.map(withoutLineEnds) };
    default:
      return node;
  }
}

const BLANKS = /\\[^]|\[(?:\\[^]|[^\]])*\]|\s+|#[^\n]*/g;

const unblanked = (pattern: string): string =>
  pattern.replace(BLANKS, (part) => (/^[\\[]/.test(part) ? part : ""));

function compile(pattern: string, flags: Flags): TextSearch {
  try {
    const parsed = parsePerl(flags.isExtended ? unblanked(pattern) : pattern);
    const expression = flags.dotsAll ? parsed : withoutLineEnds(parsed);
    return new TextSearch(expression, { ignoreCase: flags.ignoreCase, longest: false });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new JqError(`${pattern} (at offset 0) is not a valid regex: ${error.message}`);
  }
}

/** The names of an expression's groups, in their order. */
function namesIn(pattern: string): readonly (string | null)[] {
  const names: (string | null)[] = [];
  for (const [part, name] of pattern.matchAll(
    /\\[^]|\[(?:\\[^]|[^\]])*\]|\((?:\?(?:P?<([A-Za-z_]\w*)>)?)?/g,
  )) {
    if (name !== undefined) names.push(name);
    else if (part === "(") names.push(null);
  }
  return names;
}

function textIn(value: Json): string {
  if (typeof value === "string") return value;
  throw new JqError(`${described(value)} cannot be matched, as it is not a string`);
}

const MOST_KNOWN = 200;

/** The expressions of a program, each compiled once. */
export class Expressions {
  readonly #known = new Map<string, { search: TextSearch; names: readonly (string | null)[] }>();

  /** All matches that are asked for, as `match` shows them. */
  *matches(input: Json, pattern: Json, modifiers: Json): Iterable<Json> {
    const [expression, given] = isArray(pattern)
      ? [pattern[0] ?? null, pattern[1] ?? modifiers]
      : [pattern, modifiers];
    const text = textIn(input);
    const flags = readFlags(given);
    const { search, names } = this.#get(textIn(expression), flags);
    const counted = new CharacterCount(text);
    let from = 0;
    for (let match = search.locate(text, from); match; match = search.locate(text, from)) {
      const isEmpty = match.end === match.start;
      if (!isEmpty || !flags.skipsEmpty) yield shown(counted, match, names);
      from = isEmpty ? match.end + 1 : match.end;
      if (!flags.isGlobal || from > text.length) return;
    }
  }

  #get(pattern: string, flags: Flags): { search: TextSearch; names: readonly (string | null)[] } {
    const key = `${JSON.stringify(flags)}${pattern}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const made = { search: compile(pattern, flags), names: namesIn(pattern) };
    this.#known.set(key, made);
    return made;
  }
}

/** How many characters come before places of a text, which are mostly asked for from left to right. */
class CharacterCount {
  readonly text: string;
  #at = 0;
  #before = 0;

  constructor(text: string) {
    this.text = text;
  }

  before(place: number): number {
    if (place < this.#at) return count(this.text.slice(0, place));
    this.#before += count(this.text.slice(this.#at, place));
    this.#at = place;
    return this.#before;
  }
}

const HALF = /[\ud800-\udfff]/;

const count = (text: string): number => (HALF.test(text) ? Array.from(text).length : text.length);

function shown(
  counted: CharacterCount,
  match: TextMatch<TextSpan>,
  names: readonly (string | null)[],
): Json {
  const { start, end, groups } = match;
  const { text } = counted;
  return objectOf([
    ["offset", counted.before(start)],
    ["length", count(text.slice(start, end))],
    ["string", text.slice(start, end)],
    [
      "captures",
      groups.slice(1).map((span, index) => {
        const name = names[index] ?? null;
        if (span === undefined) {
          return objectOf([
            ["offset", -1],
            ["string", null],
            ["length", 0],
            ["name", name],
          ]);
        }
        const found = text.slice(span.start, span.end);
        const offset = counted.before(span.start);
        return objectOf([
          ["offset", offset],
          ["length", count(found)],
          ["string", found],
          ["name", name],
        ]);
      }),
    ],
  ]);
}
