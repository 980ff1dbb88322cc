import { RE2JS } from "re2js";

import { capturesIn } from "./captures-in.ts";
import { compileLate, compileLinear, compileNative } from "./compile-expression.ts";
import { costOf, safeLength } from "./cost.ts";
import { checkLinearLength, linearLength } from "./linear-bound.ts";
import { findText } from "./find-text.ts";
import { isLongestFirst } from "./longest-first.ts";
import { needsUnicode } from "./needs-unicode.ts";
import { requiredText, wholeText } from "./required-text.ts";
import type { Expression } from "./syntax.ts";
import type { Target } from "./write.ts";
import { writeExpression } from "./write.ts";

export interface TextSearchOptions {
  readonly ignoreCase?: boolean;
  /** POSIX wants the longest of the matches that begin first; Perl the one that is found first. */
  readonly longest?: boolean;
  /** Whether `^` and `$` are the ends of each line, not of the whole text. */
  readonly multiline?: boolean;
  /** Whether a byte that is no character is matched by nothing but itself. */
  readonly partsBytes?: boolean;
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface TextMatch<Group = string> extends TextSpan {
  /** What the groups took, the whole match first; `undefined` where one took no part. */
  readonly groups: readonly (Group | undefined)[];
}

const POSIX = { ignoreCase: false, longest: true, multiline: false, partsBytes: false };

/** Whether a match can only begin where the text does: no other place is tried. */
function isAnchored(node: Expression): boolean {
  if (node.kind === "group") return isAnchored(node.inner);
  if (node.kind === "sequence") return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  return node.kind === "place" && (node.place === "start" || node.place === "text-start");
}

/** How long a text may be that JavaScript's engine is given. */
function nativeLength(expression: Expression, isWholeText: boolean): number {
  const { degree, factor } = costOf(expression);
  const isTriedOnce = isWholeText && isAnchored(expression) && degree > 0;
  return safeLength({ degree: isTriedOnce ? degree - 1 : degree, factor });
}

/** What is to be tried by itself so that the best of what is found is the longest; nothing where that fails. */
function alternativesOf(expression: Expression, isLongest: boolean): readonly Expression[] {
  if (!isLongest || isLongestFirst(expression)) return [expression];
  if (expression.kind !== "choice" || !expression.parts.every(isLongestFirst)) return [];
  return expression.parts;
}

const asSpan = (span: readonly [number, number] | undefined): TextSpan | undefined =>
  span && { start: span[0], end: span[1] };

type Matcher = ReturnType<RE2JS["matcher"]>;

function spanOf(matcher: Matcher, index: number): TextSpan | undefined {
  const start = matcher.start(index);
  return start === -1 ? undefined : { start, end: matcher.end(index) };
}

const isBetter = (one: TextSpan, best: TextSpan | undefined): boolean =>
  best === undefined || one.start < best.start || (one.start === best.start && one.end > best.end);

/**
 * Searches whole texts, in which a line feed is a character like any other. As in `LineSearch`,
 * JavaScript's engine does what it can do in time for a text of that length, the linear one the rest.
 */
export class TextSearch {
  readonly groupCount: number;
  readonly #expression: Expression;
  readonly #options: Required<TextSearchOptions>;
  readonly #within: Target["within"];
  readonly #engine: "ascii" | "unicode";
  readonly #plain: string | undefined;
  readonly #required: string;
  /** How long a text may be to be tested natively, and to find where a match ends. */
  readonly #testLength: number;
  readonly #findLength: number;
  readonly #alternatives: readonly RegExp[];
  #whole: RegExp | undefined;
  #located: RegExp | undefined;
  #linear: RE2JS | undefined;

  constructor(expression: Expression, options: TextSearchOptions = {}) {
    this.#options = { ...POSIX, ...options };
    const { ignoreCase, longest, multiline } = this.#options;
    this.groupCount = capturesIn(expression);
    this.#expression = expression;
    this.#within = multiline ? "text-lines" : "text";
    this.#engine = needsUnicode(expression) ? "unicode" : "ascii";
    this.#plain = ignoreCase ? undefined : wholeText(expression);
    this.#required = ignoreCase ? "" : requiredText(expression);
    this.#testLength = nativeLength(expression, !multiline);
    const alternatives = alternativesOf(expression, longest);
    const isNative = alternatives.length > 0 && this.#testLength > 0;
    // Not even an empty text where it is -1.
    this.#findLength = isNative ? this.#testLength : -1;
    // What neither engine can do is refused before anything is read.
    if (!isNative) this.#linear = this.#compileLinear();
    this.#alternatives = isNative ? alternatives.map((one) => this.#compile(one, "g")) : [];
  }

  /** Whether there is a match, wherever it ends. */
  test(text: string): boolean {
    if (this.#plain !== undefined) return findText(text, this.#plain) !== -1;
    if (this.#required !== "" && !text.includes(this.#required)) return false;
    if (text.length > this.#testLength) return this.#linearMatcher(text, 0).find(0);
    this.#whole ??= this.#compile(this.#expression, "");
    return this.#whole.test(text);
  }

  /** The first match that starts at `from` or behind it. */
  find(text: string, from = 0): TextSpan | undefined {
    const plain = this.#plain;
    if (plain !== undefined) return findPlain(plain, text, from);
    if (this.#required !== "" && !text.includes(this.#required, from)) return undefined;
    if (text.length > this.#findLength) return this.#findLinearly(text, from);
    let best: TextSpan | undefined;
    for (const expression of this.#alternatives) {
      expression.lastIndex = from;
      const found = expression.exec(text);
      if (found === null) continue;
      const one = { start: found.index, end: found.index + found[0].length };
      if (isBetter(one, best)) best = one;
    }
    return best;
  }

  /** The same with the texts that its groups took. */
  match(text: string, from = 0): TextMatch | undefined {
    if (this.#required !== "" && !text.includes(this.#required, from)) return undefined;
    const expression = this.#single(text);
    if (expression === undefined) {
      return this.#matchLinearly(text, from, (matcher, index) => matcher.group(index) ?? undefined);
    }
    expression.lastIndex = from;
    const found = expression.exec(text);
    if (found === null) return undefined;
    return { start: found.index, end: found.index + found[0].length, groups: found };
  }

  /** The same with the places of what its groups took, which takes longer. */
  locate(text: string, from = 0): TextMatch<TextSpan> | undefined {
    if (this.#required !== "" && !text.includes(this.#required, from)) return undefined;
    if (this.#single(text) === undefined) return this.#matchLinearly(text, from, spanOf);
    this.#located ??= this.#compile(this.#expression, "dg");
    this.#located.lastIndex = from;
    const found = this.#located.exec(text);
    if (found === null) return undefined;
    const groups = (found.indices ?? []).map((span) => asSpan(span));
    return { start: found.index, end: found.index + found[0].length, groups };
  }

  /** What finds groups natively: of several alternatives each would count its own ones only. */
  #single(text: string): RegExp | undefined {
    const [expression, second] = this.#alternatives;
    return second === undefined && text.length <= this.#findLength ? expression : undefined;
  }

  #findLinearly(text: string, from: number): TextSpan | undefined {
    const matcher = this.#linearMatcher(text, from);
    return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
  }

  #matchLinearly<Group>(
    text: string,
    from: number,
    groupOf: (matcher: Matcher, index: number) => Group | undefined,
  ): TextMatch<Group> | undefined {
    const matcher = this.#linearMatcher(text, from);
    if (!matcher.find(from)) return undefined;
    const length = matcher.groupCount() + 1;
    const groups = Array.from({ length }, (_, index) => groupOf(matcher, index));
    return { start: matcher.start(), end: matcher.end(), groups };
  }

  #linearMatcher(text: string, from: number): Matcher {
    checkLinearLength(text.length - from, linearLength(this.#expression));
    this.#linear ??= compileLate(() => this.#compileLinear(), this.#testLength);
    return this.#linear.matcher(text);
  }

  #compile(expression: Expression, flags: string): RegExp {
    const source = writeExpression(expression, this.#target(this.#engine));
    const unicode = this.#engine === "unicode" ? "u" : "";
    return compileNative(source, `${flags}${unicode}${this.#options.ignoreCase ? "i" : ""}`);
  }

  #target(engine: Target["engine"]): Target {
    return { engine, within: this.#within, partsBytes: this.#options.partsBytes };
  }

  #compileLinear(): RE2JS {
    const { ignoreCase, longest } = this.#options;
    const source = writeExpression(this.#expression, this.#target("linear"));
    const flags = (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (longest ? RE2JS.LONGEST_MATCH : 0);
    return compileLinear(source, flags);
  }
}

function findPlain(plain: string, text: string, from: number): TextSpan | undefined {
  const start = findText(text, plain, from);
  return start === -1 ? undefined : { start, end: start + plain.length };
}
