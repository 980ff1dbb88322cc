import { LineSearch } from "../regex/line-search.ts";
import { type ParsedPatterns, parsePatterns, type PatternSyntax } from "../regex/parse-patterns.ts";
import { ExpressionError } from "../regex/syntax.ts";
import { asBytes } from "../shell/text.ts";
import type { Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { GrepColors } from "./grep-colors.ts";
import { type Pattern, patternsOf, readPatterns } from "./grep-patterns.ts";
import { isLocaleC } from "./locale.ts";
import type { Options } from "./options.ts";
import { CommandError } from "./options.ts";

export const GREP_OPTIONS = {
  extended: "-E --extended-regexp",
  fixed: "-F --fixed-strings",
  basic: "-G --basic-regexp",
  perl: "-P --perl-regexp",
  pattern: "-e --regexp=PATTERNS",
  patternFile: "-f --file=FILE",
  ignoreCase: "-i -y --ignore-case",
  caseMatters: "--no-ignore-case",
  word: "-w --word-regexp",
  line: "-x --line-regexp",
  nullData: "-z --null-data",
  silent: "-s --no-messages",
  invert: "-v --invert-match",
  most: "-m --max-count=NUM",
  offset: "-b --byte-offset",
  number: "-n --line-number",
  lineBuffered: "--line-buffered",
  named: "-H --with-filename",
  unnamed: "-h --no-filename",
  label: "--label=LABEL",
  onlyMatching: "-o --only-matching",
  quiet: "-q --quiet --silent",
  binaryFiles: "--binary-files=TYPE",
  text: "-a --text",
  noBinary: "-I",
  directories: "-d --directories=ACTION",
  recursive: "-r --recursive",
  recursiveFollowing: "-R --dereference-recursive",
  include: "--include=GLOB",
  exclude: "--exclude=GLOB",
  excludeFrom: "--exclude-from=FILE",
  excludeDirectory: "--exclude-dir=GLOB",
  without: "-L --files-without-match",
  with: "-l --files-with-matches",
  count: "-c --count",
  nullName: "-Z --null",
  before: "-B --before-context=NUM",
  after: "-A --after-context=NUM",
  context: "-C --context=NUM",
  digits: "-NUM",
  separator: "--group-separator=SEP",
  noSeparator: "--no-group-separator",
  color: "--color[=WHEN] --colour[=WHEN]",
  binary: "-U --binary",
} as const;

export type GrepKey = keyof typeof GREP_OPTIONS;
export type GrepCall = Call<GrepKey>;

/** All that the lines of one call are judged and shown by. */
export interface GrepPlan {
  readonly search: LineSearch;
  readonly invert: boolean;
  /** Where it ends: after so many selected lines. */
  readonly most: number;
  /** Whether lines around are asked for, even if none: groups of lines are parted then. */
  readonly hasContext: boolean;
  readonly before: number;
  readonly after: number;
  readonly separator: string | undefined;
  readonly show: "lines" | "matches" | "count" | "with" | "without" | "nothing";
  readonly binary: "binary" | "text" | "without-match";
  readonly lineEnd: "\n" | "\0";
  /** Whether each byte is a character. */
  readonly isBytes: boolean;
  readonly colors: GrepColors;
}

/** What is given is checked, also where another takes its place, before any pattern is. */
function checkValues({ given }: Options<GrepKey>): void {
  for (const { key, value = "" } of given) {
    if (/^(?:before|after|context)$/.test(key) && !/^\d+$/.test(value))
      throw new CommandError(`${value}: invalid context length argument`);
    if (key === "most" && !/^-?\d+$/.test(value)) throw new CommandError("invalid max count");
    if (key === "binaryFiles" && !/^(?:binary|text|without-match)$/.test(value))
      throw new CommandError("unknown binary-files type");
  }
}

function contextLength(options: Options<GrepKey>, key: "before" | "after"): number {
  const last =
    options.given.findLast((given) => given.key === key) ??
    options.given.findLast((given) => given.key === "context" || given.key === "digits");
  return Number(last?.value ?? "0");
}

function mostLines(options: Options<GrepKey>): number {
  const text = options.value("most");
  if (text === undefined) return Infinity;
  return Number(text) < 0 ? Infinity : Number(text);
}

function shown(options: Options<GrepKey>): GrepPlan["show"] {
  if (options.has("quiet")) return "nothing";
  const list = options.last("with", "without");
  if (list !== undefined) return list;
  if (options.has("count")) return "count";
  return options.has("onlyMatching") ? "matches" : "lines";
}

function binaryAction(options: Options<GrepKey>): GrepPlan["binary"] {
  const last = options.last("text", "noBinary", "binaryFiles");
  if (last === "text") return "text";
  if (last === "noBinary") return "without-match";
  const type = options.value("binaryFiles");
  return type === "text" || type === "without-match" ? type : "binary";
}

function syntaxOf(options: Options<GrepKey>, name: string): PatternSyntax {
  const asked = options.last("extended", "fixed", "basic", "perl");
  if (asked !== undefined) return asked;
  if (name === "egrep") return "extended";
  return name === "fgrep" ? "fixed" : "basic";
}

/** There is no terminal that `auto` could see. */
function isColored(options: Options<GrepKey>): boolean {
  return ["always", "yes", "force"].includes(options.value("color") ?? "");
}

function* parsedPatterns(call: GrepCall, given: readonly Pattern[]): Running<ParsedPatterns> {
  const { options, invocation } = call;
  const syntax = syntaxOf(options, invocation.name);
  if (syntax === "perl" && given.length !== 1) {
    throw new CommandError("the -P option only supports a single pattern");
  }
  const patterns = isLocaleC(invocation.env)
    ? given.map(({ text, place }) => ({ text: asBytes(text), place }))
    : given;
  if (syntax === "basic" || syntax === "extended") {
    return yield* readPatterns(call, patterns, syntax);
  }
  return parsePatterns(
    patterns.map(({ text }) => text),
    syntax,
  );
}

function* searchFor(call: GrepCall, patterns: readonly Pattern[]): Running<LineSearch> {
  const { options, invocation } = call;
  try {
    return new LineSearch(yield* parsedPatterns(call, patterns), {
      isBytes: isLocaleC(invocation.env),
      ignoreCase: options.last("ignoreCase", "caseMatters") === "ignoreCase",
      whole: options.has("line") ? "line" : options.has("word") ? "word" : undefined,
      extent: options.has("onlyMatching") || isColored(options),
      exchanged: options.has("nullData"),
    });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new CommandError(error.message);
  }
}

/** What has the empty text in it is every line. */
function selectsNothing({ options }: GrepCall, patterns: readonly Pattern[]): boolean {
  if (options.last("with", "without") === "without") return false;
  if (mostLines(options) === 0) return true;
  const isAll = patterns.length === 1 && patterns[0]?.text === "" && !options.has("line", "word");
  return isAll && options.has("invert");
}

/**
 * Reads what a call wants, and the operands that are left to search. Undefined where it is clear from the options alone
 * that nothing is selected: then no pattern is read, no file looked at, and no line counted.
 */
export function* planGrep(
  call: GrepCall,
): Running<{ readonly plan: GrepPlan; readonly operands: readonly string[] } | undefined> {
  const { options } = call;
  checkValues(options);
  const { patterns, operands } = yield* patternsOf(call);
  if (selectsNothing(call, patterns)) return undefined;
  const plan = {
    search: yield* searchFor(call, patterns),
    invert: options.has("invert"),
    most: mostLines(options),
    hasContext: options.has("before", "after", "context", "digits"),
    before: contextLength(options, "before"),
    after: contextLength(options, "after"),
    separator:
      options.last("separator", "noSeparator") === "noSeparator"
        ? undefined
        : (options.value("separator") ?? "--"),
    show: shown(options),
    binary: binaryAction(options),
    lineEnd: options.has("nullData") ? "\0" : "\n",
    isBytes: isLocaleC(call.invocation.env),
    colors: new GrepColors(isColored(options), call.invocation.env.get("GREP_COLORS")),
  } as const;
  return { plan, operands };
}
