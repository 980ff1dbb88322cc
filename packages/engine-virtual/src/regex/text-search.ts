import { RE2JS } from "re2js";

import { costOf, safeLength } from "./cost.ts";
import { checkLinearLength, linearLength } from "./linear-bound.ts";
import { isLongestFirst } from "./longest-first.ts";
import { parseBasic, parseExtended } from "./parse-posix.ts";
import { requiredText, wholeText } from "./required-text.ts";
import type { Expression } from "./syntax.ts";
import { ExpressionError } from "./syntax.ts";
import type { Target } from "./write.ts";
import { writeExpression } from "./write.ts";

export interface TextSearchOptions {
  readonly syntax: "basic" | "extended";
  readonly ignoreCase?: boolean;
  /** Whether `^` and `$` are the ends of each line, not of the whole text. */
  readonly multiline?: boolean;
}

export interface Found {
  readonly start: number;
  readonly end: number;
  /** What the groups matched, the whole match first; `undefined` where one took no part. */
  readonly groups: readonly (string | undefined)[];
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Whether a match can only begin where the text does: no other place is tried. */
function isAnchored(node: Expression): boolean {
  if (node.kind === "group") return isAnchored(node.inner);
  if (node.kind === "sequence") return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  return node.kind === "place" && (node.place === "start" || node.place === "text-start");
}

function groupsIn(node: Expression): number {
  switch (node.kind) {
    case "group":
      return (node.captures ? 1 : 0) + groupsIn(node.inner);
    case "sequence":
    case "choice":
      return node.parts.reduce((sum, part) => sum + groupsIn(part), 0);
    case "repeat":
    case "look":
      return groupsIn(node.inner);
    default:
      return 0;
  }
}

/** How long a text may be that JavaScript's engine is given; 0 where it would not find the longest match. */
function nativeLength(expression: Expression, isWholeText: boolean): number {
  if (!isLongestFirst(expression)) return 0;
  const { degree, factor } = costOf(expression);
  const isTriedOnce = isWholeText && isAnchored(expression) && degree > 0;
  return safeLength({ degree: isTriedOnce ? degree - 1 : degree, factor });
}

/**
 * Finds matches of an expression of POSIX with their groups in a text, of which a line feed is a
 * character like any other. The engines are chosen as by `LineSearch`.
 */
export class TextSearch {
  readonly groupCount: number;
  readonly #expression: Expression;
  readonly #ignoreCase: boolean;
  readonly #within: Target["within"];
  readonly #plain: string | undefined;
  readonly #required: string;
  readonly #nativeLength: number;
  #ascii: RegExp | undefined;
  #unicode: RegExp | undefined;
  #linear: RE2JS | undefined;

  constructor(pattern: string, options: TextSearchOptions) {
    const { syntax, ignoreCase = false, multiline = false } = options;
    const expression = syntax === "basic" ? parseBasic(pattern) : parseExtended(pattern);
    this.groupCount = groupsIn(expression);
    this.#expression = expression;
    this.#ignoreCase = ignoreCase;
    this.#within = multiline ? "text-lines" : "text";
    this.#plain = ignoreCase ? undefined : wholeText(expression);
    this.#required = ignoreCase ? "" : requiredText(expression);
    this.#nativeLength = nativeLength(expression, !multiline);
    // What neither engine can do is refused before anything is read.
    if (this.#nativeLength === 0) this.#linear = this.#compileLinear();
    else this.#ascii = this.#compile("ascii");
  }

  /** The first match that starts at `from` or behind it. */
  find(text: string, from = 0): Found | undefined {
    const plain = this.#plain;
    if (plain !== undefined) return findPlain(plain, text, from);
    if (this.#required !== "" && !text.includes(this.#required, from)) return undefined;
    return text.length <= this.#nativeLength
      ? this.#findNatively(text, from)
      : this.#findLinearly(text, from);
  }

  #findNatively(text: string, from: number): Found | undefined {
    const expression = NOT_ASCII.test(text)
      ? (this.#unicode ??= this.#compile("unicode"))
      : (this.#ascii ??= this.#compile("ascii"));
    expression.lastIndex = from;
    const found = expression.exec(text);
    if (found === null) return undefined;
    return { start: found.index, end: found.index + found[0].length, groups: found };
  }

  #findLinearly(text: string, from: number): Found | undefined {
    checkLinearLength(text.length - from, linearLength(this.#expression));
    this.#linear ??= this.#compileLinear();
    const matcher = this.#linear.matcher(text);
    if (!matcher.find(from)) return undefined;
    const groups = Array.from(
      { length: this.groupCount + 1 },
      (_, index) => matcher.group(index) ?? undefined,
    );
    return { start: matcher.start(), end: matcher.end(), groups };
  }

  #compile(engine: "ascii" | "unicode"): RegExp {
    const source = writeExpression(this.#expression, { engine, within: this.#within });
    const flags = `g${this.#ignoreCase ? "i" : ""}${engine === "ascii" ? "" : "u"}`;
    return new RegExp(source, flags);
  }

  #compileLinear(): RE2JS {
    const source = writeExpression(this.#expression, { engine: "linear", within: this.#within });
    const flags = RE2JS.LONGEST_MATCH | (this.#ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    try {
      return RE2JS.compile(source, flags);
    } catch {
      throw new ExpressionError("Regular expression too big");
    }
  }
}

function findPlain(plain: string, text: string, from: number): Found | undefined {
  const start = text.indexOf(plain, from);
  return start === -1 ? undefined : { start, end: start + plain.length, groups: [plain] };
}
