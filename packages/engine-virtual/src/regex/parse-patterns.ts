import { capturesIn } from "./captures-in.ts";
import { keptPart } from "./kept-part.ts";
import { parseBasic, parseExtended } from "./parse-posix.ts";
import { parsePerl } from "./parse-perl.ts";
import { checkSourceLength, choice, type Expression, literal } from "./syntax.ts";

export type PatternSyntax = "basic" | "extended" | "fixed" | "perl";

/** Patterns of which any may match. */
export interface ParsedPatterns {
  readonly expression: Expression;
  /** Whether the first match that is tried is the one, and not the longest. */
  readonly isPerl: boolean;
  /** Whether they say themselves that case does not matter. */
  readonly isFolded: boolean;
  /** The number of the group that is what is found. */
  readonly kept: number | undefined;
}

export function parsePatterns(patterns: readonly string[], syntax: PatternSyntax): ParsedPatterns {
  return syntax === "perl" ? parsePerlPatterns(patterns) : parsedAs(patterns, syntax);
}

function parsedAs(patterns: readonly string[], syntax: PatternSyntax): ParsedPatterns {
  const alternatives = new Alternatives(syntax);
  for (const pattern of patterns) alternatives.add(pattern);
  return alternatives.parsed;
}

/** Patterns that are read one after the other. */
export class Alternatives {
  readonly #syntax: PatternSyntax;
  readonly #parts: Expression[] = [];
  #groups = 0;

  constructor(syntax: PatternSyntax) {
    this.#syntax = syntax;
  }

  add(pattern: string): void {
    const part = PARSERS[this.#syntax](pattern, this.#groups);
    this.#groups += capturesIn(part);
    this.#parts.push(part);
  }

  get parsed(): ParsedPatterns {
    return {
      expression: this.#parts.length === 0 ? NOTHING : choice(this.#parts),
      ...{ isPerl: this.#syntax === "perl", isFolded: false, kept: undefined },
    };
  }
}

/** As from an empty file of patterns: nothing is in this set. */
const NOTHING: Expression = { kind: "set", negated: false, items: [] };

const PARSERS = {
  basic: parseBasic,
  extended: parseExtended,
  fixed: (text) => {
    checkSourceLength(text);
    return literal(text);
  },
  perl: parsePerl,
} satisfies Record<PatternSyntax, (pattern: string, groupsBefore: number) => Expression>;

/** How a Perl expression says that case does not matter in all of it. */
const FOLDED = "(?i)";

function parsePerlPatterns(patterns: readonly string[]): ParsedPatterns {
  const isFolded = patterns.some((pattern) => pattern.startsWith(FOLDED));
  const own = isFolded ? patterns.map((pattern) => pattern.slice(FOLDED.length)) : patterns;
  const { whole, kept } = keptIn(own);
  return { ...parsedAs(whole, "perl"), isFolded, kept };
}

/** Behind `\K` there is a group of its own. */
function keptIn(patterns: readonly string[]): Kept {
  const [only, second] = patterns;
  const parts = only !== undefined && second === undefined ? keptPart(only) : undefined;
  if (parts === undefined) return { whole: patterns, kept: undefined };
  const kept = capturesIn(parsePerl(parts.before)) + 1;
  return { whole: [`${parts.before}(${parts.kept})`], kept };
}

interface Kept extends Pick<ParsedPatterns, "kept"> {
  readonly whole: readonly string[];
}
