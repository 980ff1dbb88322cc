import { RE2JS } from "re2js";

import { asksForLineFeed } from "./asks-for-line-feed.ts";
import { compileLate, compileLinear, compileNative } from "./compile-expression.ts";
import { costOf, safeLength } from "./cost.ts";
import { exchangedExpression } from "./exchange.ts";
import { findText } from "./find-text.ts";
import { checkLinearLength, linearLength } from "./linear-bound.ts";
import { isLongestFirst } from "./longest-first.ts";
import type { ParsedPatterns } from "./parse-patterns.ts";
import { requiredText, wholeText } from "./required-text.ts";
import { type Expression, sequence } from "./syntax.ts";
import { writeExpression } from "./write.ts";

export interface SearchOptions {
  readonly ignoreCase: boolean;
  /** What a match must be: a whole line, or whole words. */
  readonly whole: "line" | "word" | undefined;
  /** Whether the text's zero bytes and line feeds have changed places, as for `grep -z`. */
  readonly exchanged?: boolean;
  /** Whether each byte is a character, as in the locale C: in UTF-8 one that is none is matched by itself alone. */
  readonly isBytes?: boolean;
  /** Whether it matters where a match ends, as for `grep -o`: POSIX wants the longest. */
  readonly extent: boolean;
}

export interface Span {
  readonly start: number;
  readonly end: number;
  /** What the groups matched, the whole match first. Read it before the next match is looked for. */
  readonly groups?: readonly (string | undefined)[];
}

/** Finds the first match at `from` or behind it. */
export type Find = (from: number) => Span | undefined;

/** A part of a text that can be searched in one go, without a tick. */
export interface Segment {
  readonly text: string;
  readonly find: Find;
}

/** What the linear engine is given at once, however long it would take otherwise. */
const LINEAR_LENGTH = 65_536;

/** A word's edges, seen from outside of a match. */
const WORDS: readonly [Expression, Expression] = [
  {
    kind: "look",
    behind: true,
    negated: true,
    inner: { kind: "set", negated: false, items: ["word"] },
  },
  {
    kind: "look",
    behind: false,
    negated: true,
    inner: { kind: "set", negated: false, items: ["word"] },
  },
];

const LINES: readonly [Expression, Expression] = [
  { kind: "place", place: "start" },
  { kind: "place", place: "end" },
];

function wrapped(inner: Expression, whole: SearchOptions["whole"]): Expression {
  if (whole === undefined) return inner;
  const [before, after] = whole === "line" ? LINES : WORDS;
  return sequence([before, { kind: "group", captures: false, inner }, after]);
}

/**
 * Searches lines of text for an expression. What JavaScript's engine can do in time, by the cost of the
 * expression and the length of the text, it does; the rest goes to one that needs linear time.
 */
export class LineSearch {
  /** A text that stands in every match; empty where none is known. */
  readonly required: string;
  readonly #expression: Expression;
  readonly #ignoreCase: boolean;
  readonly #text: string | undefined;
  readonly #safeLength: number;
  readonly #linearLength: number;
  readonly #isPerl: boolean;
  readonly #partsBytes: boolean;
  /** The group that is what is found, behind `\K`. */
  readonly #kept: number | undefined;
  readonly #compiled = new Map<boolean, RegExp>();
  #linear: RE2JS | undefined;

  constructor(patterns: ParsedPatterns, options: SearchOptions) {
    const { expression, isFolded, isPerl, kept } = patterns;
    this.#isPerl = isPerl;
    this.#partsBytes = options.isBytes !== true;
    this.#kept = kept;
    const inner = options.exchanged === true ? exchangedExpression(expression, isPerl) : expression;
    this.#expression = wrapped(inner, options.whole);
    this.#ignoreCase = options.ignoreCase || isFolded;
    this.required = this.#ignoreCase ? "" : requiredText(inner);
    this.#text = this.#isPlain(options) ? wholeText(inner) : undefined;
    const isFirst = isPerl || !options.extent || isLongestFirst(inner);
    this.#safeLength = isFirst ? safeLength(costOf(this.#expression)) : 0;
    this.#linearLength = linearLength(this.#expression);
    // What neither engine can do is refused before anything is read.
    if (this.#safeLength === 0) this.#linear = this.#compileLinear();
    else this.#native(true);
  }

  /** Whether a text could be looked for as it is. */
  #isPlain({ whole }: SearchOptions): boolean {
    return whole === undefined && !this.#ignoreCase && this.#kept === undefined;
  }

  /** Whether every line has a match, as of an empty pattern. */
  get matchesAll(): boolean {
    return this.#text === "";
  }

  /** Whether a part of it is a line feed, which no line has. */
  get asksForLineFeed(): boolean {
    return asksForLineFeed(this.#expression);
  }

  /** The parts of a text, cut between lines, each to be searched before the next one is asked for. */
  *segments(text: string, isAscii: boolean): Iterable<Segment> {
    let at = 0;
    while (at < text.length) {
      const length =
        this.#safeLength === 0 ? Math.min(LINEAR_LENGTH, this.#linearLength) : this.#safeLength;
      const end = this.#endOfSegment(text, at, length);
      const part = at === 0 && end === text.length ? text : text.slice(at, end);
      const isNative = part.length <= this.#safeLength || this.#text !== undefined;
      const find = isNative ? this.#findNatively(part, isAscii) : this.#findLinearly(part);
      yield { text: part, find: this.#kept === undefined ? find : keeping(find, this.#kept) };
      at = end;
    }
  }

  #endOfSegment(text: string, at: number, length: number): number {
    if (at + length >= text.length || this.#text !== undefined) return text.length;
    const cut = text.lastIndexOf("\n", at + length - 1);
    if (cut >= at) return cut + 1;
    const next = text.indexOf("\n", at + length);
    return next === -1 ? text.length : next + 1;
  }

  #native(isAscii: boolean): RegExp {
    const known = this.#compiled.get(isAscii);
    if (known !== undefined) return known;
    const source = writeExpression(this.#expression, {
      engine: isAscii ? "ascii" : "unicode",
      within: "line",
      partsBytes: !isAscii,
    });
    const flags = `g${this.#ignoreCase ? "i" : ""}${isAscii ? "" : "u"}`;
    const compiled = compileNative(source, flags);
    this.#compiled.set(isAscii, compiled);
    return compiled;
  }

  #findNatively(text: string, isAscii: boolean): Find {
    const plain = this.#text;
    if (plain !== undefined && plain !== "") {
      return (from) => {
        const start = findText(text, plain, from);
        return start === -1 ? undefined : { start, end: start + plain.length };
      };
    }
    const expression = this.#native(isAscii);
    return (from) => {
      expression.lastIndex = from;
      const found = expression.exec(text);
      return found === null
        ? undefined
        : { start: found.index, end: found.index + found[0].length, groups: found };
    };
  }

  #findLinearly(text: string): Find {
    if (!text.includes(this.required)) return () => undefined;
    checkLinearLength(text.length, this.#linearLength);
    this.#linear ??= compileLate(() => this.#compileLinear(), this.#safeLength);
    const matcher = this.#linear.matcher(text);
    return (from) => (matcher.find(from) ? new LinearSpan(matcher) : undefined);
  }

  #compileLinear(): RE2JS {
    const flags =
      (this.#ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (this.#isPerl ? 0 : RE2JS.LONGEST_MATCH);
    const source = writeExpression(this.#expression, {
      engine: "linear",
      within: "line",
      partsBytes: this.#partsBytes,
    });
    return compileLinear(source, flags);
  }
}

/** The group is the last part of what is found. */
const keeping =
  (find: Find, kept: number): Find =>
  (from) => {
    const found = find(from);
    return found && { ...found, end: found.end, start: found.end - keptLength(found, kept) };
  };

const keptLength = ({ groups }: Span, kept: number): number => groups?.[kept]?.length ?? 0;

type LinearMatcher = ReturnType<RE2JS["matcher"]>;

/** Groups are taken out of the matcher only where somebody wants them. */
class LinearSpan implements Span {
  readonly start: number;
  readonly end: number;
  readonly #matcher: LinearMatcher;

  constructor(matcher: LinearMatcher) {
    this.start = matcher.start();
    this.end = matcher.end();
    this.#matcher = matcher;
  }

  get groups(): readonly (string | undefined)[] {
    const length = this.#matcher.groupCount() + 1;
    return Array.from({ length }, (_, index) => this.#matcher.group(index) ?? undefined);
  }
}
