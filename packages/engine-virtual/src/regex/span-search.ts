import { RE2JS } from "re2js";

import { costOf, safeLength } from "./cost.ts";
import { isLongestFirst } from "./first-is-longest.ts";
import type { Expression } from "./syntax.ts";
import { writeText } from "./write-text.ts";

export interface SpanSearchOptions {
  readonly ignoreCase?: boolean;
  /** POSIX wants the longest of the matches that begin first; Perl the one that is found first. */
  readonly longest: boolean;
}

export interface TextMatch {
  readonly start: number;
  readonly end: number;
  /** What each group took, `undefined` where it took no part. */
  readonly groups: readonly (TextSpan | undefined)[];
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const LAST_ASCII = 0x7f;

type SetNode = Extract<Expression, { kind: "set" }>;

/** Whether a set knows more than ASCII. */
const isWide = ({ negated, items }: SetNode): boolean =>
  negated || items.some((item) => typeof item === "string" || item[1] > LAST_ASCII);

/** Whether it can tell a character from half of one, or knows more letters than those of ASCII. */
function needsUnicode(node: Expression): boolean {
  if (node.kind === "character") return node.character.length > 1;
  if (node.kind === "any") return true;
  if (node.kind === "set") return isWide(node);
  if ("inner" in node) return needsUnicode(node.inner);
  return "parts" in node && node.parts.some(needsUnicode);
}

const spansOf = ({ indices }: RegExpExecArray): TextMatch["groups"] =>
  (indices ?? []).slice(1).map((span) => asSpan(span));

const asSpan = (span: readonly [number, number] | undefined): TextSpan | undefined =>
  span && { start: span[0], end: span[1] };

/**
 * Searches whole texts, in which a line feed is a character like any other, and says what groups took.
 * As in `LineSearch`, JavaScript's engine does what it can do in time for a text of that length.
 */
export class SpanSearch {
  readonly #expression: Expression;
  readonly #ignoreCase: boolean;
  readonly #longest: boolean;
  readonly #safeLength: number;
  readonly #safeExtent: number;
  readonly #alternatives: readonly RegExp[];
  #withGroups: RegExp | undefined;
  #plain: RegExp | undefined;
  #linear: RE2JS | undefined;

  constructor(expression: Expression, { ignoreCase = false, longest }: SpanSearchOptions) {
    this.#expression = expression;
    this.#ignoreCase = ignoreCase;
    this.#longest = longest;
    this.#safeLength = safeLength(costOf(expression));
    // Each alternative by itself is the longest it can be: the best of them is the longest of all.
    const parts = expression.kind === "choice" ? expression.parts : [expression];
    const isSafe = !longest || parts.every(isLongestFirst);
    this.#safeExtent = isSafe ? this.#safeLength : 0;
    if (this.#safeLength === 0) this.#linear = this.#compileLinear();
    this.#alternatives =
      this.#safeExtent === 0
        ? []
        : (longest ? parts : [expression]).map((part) => this.#compile(part, "g"));
  }

  test(text: string): boolean {
    if (text.length > this.#safeLength) return this.#linearMatcher(text).find(0);
    this.#plain ??= this.#compile(this.#expression, "");
    return this.#plain.test(text);
  }

  /** The first match at `from` or behind it. */
  find(text: string, from: number): TextSpan | undefined {
    if (text.length > this.#safeExtent) return this.#findLinearly(text, from);
    let best: TextSpan | undefined;
    for (const expression of this.#alternatives) {
      expression.lastIndex = from;
      const found = expression.exec(text);
      if (found === null) continue;
      const { index: start } = found;
      const end = start + found[0].length;
      const isBetter =
        best === undefined || start < best.start || (start === best.start && end > best.end);
      if (isBetter) best = { start, end };
    }
    return best;
  }

  /** The same with its groups. */
  match(text: string, from: number): TextMatch | undefined {
    if (text.length > this.#safeExtent || this.#alternatives.length > 1) {
      return this.#findLinearly(text, from);
    }
    this.#withGroups ??= this.#compile(this.#expression, "dg");
    this.#withGroups.lastIndex = from;
    const found = this.#withGroups.exec(text);
    if (found === null) return undefined;
    const { index: start } = found;
    return { start, end: start + found[0].length, groups: spansOf(found) };
  }

  #compile(expression: Expression, flags: string): RegExp {
    const unicode = needsUnicode(this.#expression) ? "u" : "";
    const source = writeText(expression, "native");
    return new RegExp(source, `${flags}${unicode}${this.#ignoreCase ? "i" : ""}`);
  }

  #findLinearly(text: string, from: number): TextMatch | undefined {
    const matcher = this.#linearMatcher(text);
    if (!matcher.find(from)) return undefined;
    const groups: (TextSpan | undefined)[] = [];
    for (let group = 1; group <= matcher.groupCount(); group += 1) {
      const start = matcher.start(group);
      groups.push(start === -1 ? undefined : { start, end: matcher.end(group) });
    }
    return { start: matcher.start(), end: matcher.end(), groups };
  }

  #linearMatcher(text: string): ReturnType<RE2JS["matcher"]> {
    this.#linear ??= this.#compileLinear();
    return this.#linear.matcher(text);
  }

  #compileLinear(): RE2JS {
    const flags =
      (this.#ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (this.#longest ? RE2JS.LONGEST_MATCH : 0);
    return RE2JS.compile(writeText(this.#expression, "linear"), flags);
  }
}
