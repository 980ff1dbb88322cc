import { Alternatives, type ParsedPatterns } from "../regex/parse-patterns.ts";
import { ExpressionError } from "../regex/syntax.ts";
import { FileError } from "../files/errors.ts";
import { decodeText } from "../shell/text.ts";
import type { Invocation, Running } from "./command.ts";
import { complain } from "./define-command.ts";
import type { GrepCall } from "./grep-options.ts";
import { openInput, readAll } from "./inputs.ts";
import { CommandError, UsageError } from "./options.ts";

export interface Pattern {
  readonly text: string;
  /** Where it stands, in front of what is said of it: `FILE:LINE: `. */
  readonly place: string;
}

export interface Patterns {
  readonly patterns: readonly Pattern[];
  readonly operands: readonly string[];
}

const unplaced = (text: string): Pattern => ({ text, place: "" });

function* patternsIn(invocation: Invocation, file: string): Running<readonly Pattern[]> {
  try {
    const bytes = yield* readAll(openInput(invocation, file));
    if (bytes.length === 0) return [];
    const lines = decodeText(bytes).replace(/\n$/, "").split("\n");
    return lines.map((text, index) => ({ text, place: `${file}:${index + 1}: ` }));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${file}: ${error.message}`);
  }
}

/** The patterns of all `-e` and `-f`, or else the first operand. */
export function* patternsOf({ invocation, options }: GrepCall): Running<Patterns> {
  const { operands } = options;
  if (!options.has("pattern", "patternFile")) {
    const [first, ...rest] = operands;
    if (first === undefined) throw new UsageError("");
    return { patterns: first.split("\n").map(unplaced), operands: rest };
  }
  const patterns: Pattern[] = [];
  for (const { key, value = "" } of options.given) {
    if (key === "pattern") patterns.push(...value.split("\n").map(unplaced));
    if (key === "patternFile") patterns.push(...(yield* patternsIn(invocation, value)));
  }
  return { patterns, operands };
}

/** What is a text and nothing else, with a backslash at most in front of what would be more. */
const PLAIN = {
  basic: /^(?:[^$*.[^\\]|\\[^\w<>`'(){}+?|\n])*$/,
  extended: /^(?:[^$*.[^\\(+?{|]|\\[^\w<>`'\n])*$/,
} as const;

/** Among several texts grep takes a last backslash as what it is. */
function withLastBackslash(texts: readonly string[], plain: RegExp): readonly string[] {
  const last = texts.at(-1) ?? "";
  const isLoose = /^(?:[^\\]|\\.)*\\$/s.test(last);
  const whole = [...texts.slice(0, -1), `${last}\\`];
  return texts.length > 1 && isLoose && whole.every((text) => plain.test(text)) ? whole : texts;
}

/** Said only where nothing else is wrong. */
const isLate = (words: string): boolean => words.startsWith("character class syntax");

interface Refusal {
  readonly words: string;
  /** Of the pattern. */
  readonly index: number;
}

/** Patterns between two ticks. */
const PATTERNS = 1_024;

/** All texts that can be read, each once, and what is wrong with the others. */
function* parseTexts(texts: readonly string[], syntax: keyof typeof PLAIN): Running<Parsed> {
  const alternatives = new Alternatives(syntax);
  const refusals: Refusal[] = [];
  const seen = new Set<string>();
  for (const [index, text] of texts.entries()) {
    if (index % PATTERNS === PATTERNS - 1) yield;
    if (seen.has(text)) continue;
    seen.add(text);
    try {
      alternatives.add(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      refusals.push({ words: error.message, index });
    }
  }
  return { alternatives, refusals };
}

interface Parsed {
  readonly alternatives: Alternatives;
  readonly refusals: readonly Refusal[];
}

/** What to search for, when all patterns can be read: else it says of each why not. */
export function* readPatterns(
  { invocation }: GrepCall,
  patterns: readonly Pattern[],
  syntax: keyof typeof PLAIN,
): Running<ParsedPatterns> {
  const all = patterns.map(({ text }) => text);
  const { alternatives, refusals } = yield* parseTexts(
    withLastBackslash(all, PLAIN[syntax]),
    syntax,
  );
  const early = refusals.filter(({ words }) => !isLate(words));
  const said = early.map(({ index, words }) => (patterns[index]?.place ?? "") + words);
  for (const words of said.slice(0, -1)) complain(invocation, words);
  const last = said.at(-1) ?? refusals[0]?.words;
  if (last !== undefined) throw new CommandError(last);
  return alternatives.parsed;
}
