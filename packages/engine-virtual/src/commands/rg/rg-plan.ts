import type { Running } from "../command.ts";
import { LineSearch } from "../../regex/line-search.ts";
import { parsePatterns } from "../../regex/parse-patterns.ts";
import { ExpressionError } from "../../regex/syntax.ts";
import { decodeText } from "../../shell/text.ts";
import type { Call } from "../define-command.ts";
import { openInput, readAll } from "../inputs.ts";
import { CommandError, type Options } from "../options.ts";
import { RgColors } from "./rg-colors.ts";
import { REFUSED, RG_OPTIONS, type RgKey } from "./rg-options.ts";

export interface RgPlan {
  readonly options: Options<RgKey>;
  readonly search: LineSearch;
  readonly patterns: readonly string[];
  readonly invert: boolean;
  readonly most: number;
  readonly before: number;
  readonly after: number;
  readonly hasContext: boolean;
  readonly replacement: string | undefined;
  /** What a longer line is not shown for; 0 for none. */
  readonly mostColumns: number;
  readonly colors: RgColors;
  readonly show: "lines" | "count" | "matches" | "with" | "without" | "nothing";
}

const NOT_AS_JSON = [
  ...(["count", "countMatches", "files", "filesWith", "filesWithout"] as const),
] as const;

const WHENS = new Set(["always", "ansi", "auto", "never"]);

/** An option by its long name. */
const nameOf = (as: string): string =>
  Object.values<string>(RG_OPTIONS)
    .map((spellings) => spellings.split(" "))
    .find((all) => all.includes(as))
    ?.at(-1) ?? as;

function checkSupported(options: Options<RgKey>): void {
  const refused = options.given.find(({ key }) => key in REFUSED);
  if (refused !== undefined) throw new CommandError(`${refused.as} is not supported`);
  const other = options.given.find(({ key }) => NOT_AS_JSON.some((one) => one === key));
  if (options.has("json") && other !== undefined) {
    throw new CommandError(`The argument '${nameOf(other.as)}' cannot be used with '--json'`);
  }
  const sort = options.value("sort") ?? options.value("sortDown") ?? "path";
  if (sort !== "path" && sort !== "none") {
    throw new CommandError(`--sort=${sort} is not supported: files are searched by their paths`);
  }
  const color = options.value("color") ?? "auto";
  if (!WHENS.has(color)) {
    throw new CommandError(`"${color}" isn't a valid value for '--color <WHEN>'`);
  }
}

function* patternsOf({ invocation, options }: Call<RgKey>): Running<Patterns> {
  const patterns = [...options.values("regexp")];
  for (const file of options.values("patternFile")) {
    const text = decodeText(yield* readAll(openInput(invocation, file)));
    patterns.push(...text.replace(/\n$/, "").split("\n"));
  }
  if (options.has("regexp", "patternFile")) return { patterns, operands: options.operands };
  const [pattern, ...operands] = options.operands;
  if (pattern === undefined)
    throw new CommandError("The following required arguments were not provided: <PATTERN>");
  return { patterns: [pattern], operands };
}

interface Patterns {
  readonly patterns: readonly string[];
  readonly operands: readonly string[];
}

const NO_LINE_FEED = `the literal '"\\n"' is not allowed in a regex: a match stands in one line`;

/** An escape, a class, a count, or a brace that begins none, with what is behind it. */
const PARTS =
  /\\(?:[xupP]\{[^}]*\}|[^])|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\{[^]*/g;

/** To Rust every brace is one of a count. */
const looseBrace = (pattern: string): string | undefined =>
  pattern.match(PARTS)?.find((part) => part.startsWith("{") && !/^\{\d+(?:,\d*)?\}$/.test(part));

/** Rust's expressions go back nowhere; only `-P` may. */
function checkExpression(pattern: string): void {
  const brace = looseBrace(pattern);
  if (brace !== undefined) {
    const what = /^\{(?:\d|$)/.test(brace)
      ? "unclosed counted repetition"
      : "repetition quantifier expects a valid decimal";
    throw new CommandError(`regex parse error:\n    ${pattern}\nerror: ${what}`);
  }
  const wrong = /\\.|\(\?<?[=!]/gs;
  for (const [part] of pattern.matchAll(wrong)) {
    const isBack = /^\\[1-9]$/.test(part);
    if (!isBack && part.startsWith("\\")) continue;
    const what = isBack
      ? "backreferences are not supported"
      : "look-around, including look-ahead and look-behind, is not supported";
    throw new CommandError(`regex parse error:\n    ${pattern}\nerror: ${what}`);
  }
}

function checkEncoding(pattern: string): void {
  if (!pattern.isWellFormed()) throw new CommandError("found invalid UTF-8 in pattern");
}

function ignoresCase(options: Options<RgKey>, patterns: readonly string[]): boolean {
  const asked = options.last("ignoreCase", "caseSensitive", "smartCase");
  if (asked !== "smartCase") return asked === "ignoreCase";
  return !patterns.some((pattern) => /\p{Lu}/u.test(pattern.replace(/\\./gs, "")));
}

function searchFor(options: Options<RgKey>, patterns: readonly string[]): LineSearch {
  const isFixed = options.has("fixed");
  patterns.forEach(checkEncoding);
  if (!isFixed && !options.has("perl")) patterns.forEach(checkExpression);
  try {
    const search = new LineSearch(parsePatterns(patterns, isFixed ? "fixed" : "perl"), {
      ignoreCase: ignoresCase(options, patterns),
      whole: options.has("lineRegexp") ? "line" : options.has("word") ? "word" : undefined,
      extent: true,
    });
    if (!options.has("perl") && search.asksForLineFeed) throw new CommandError(NO_LINE_FEED);
    return search;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new CommandError(`regex parse error: ${error.message}`);
  }
}

function numberOf(
  options: Options<RgKey>,
  ...keys: readonly ("after" | "before" | "context" | "maxColumns" | "maxCount")[]
): number | undefined {
  const value = options.given.findLast(({ key }) => keys.some((one) => one === key))?.value;
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new CommandError(`invalid digit found in string: ${value}`);
  return Number(value);
}

/** There is no terminal that `auto` could see; with `--pretty` it asks what is told of one. */
export function isColored({ invocation: { env }, options }: Call<RgKey>): boolean {
  const color = options.value("color") ?? "auto";
  if (color !== "auto") return color === "always" || color === "ansi";
  return (
    options.has("pretty") && !/^(?:dumb)?$/.test(env.get("TERM") ?? "") && !env.has("NO_COLOR")
  );
}

function shown(options: Options<RgKey>): RgPlan["show"] {
  if (options.has("quiet")) return "nothing";
  const last = options.last("filesWith", "filesWithout", "count", "countMatches");
  switch (last) {
    case undefined:
      return "lines";
    case "filesWith":
      return "with";
    case "filesWithout":
      return "without";
    case "count":
      return options.has("onlyMatching") && !options.has("invert") ? "matches" : "count";
    case "countMatches":
      return options.has("invert") ? "count" : "matches";
  }
}

export function* planRg(
  call: Call<RgKey>,
): Running<{ readonly plan: RgPlan; readonly operands: readonly string[] }> {
  const { options } = call;
  checkSupported(options);
  const { operands, patterns } = yield* patternsOf(call);
  const context = numberOf(options, "context") ?? 0;
  const isWhole = options.has("passthru");
  const before = isWhole ? Infinity : (numberOf(options, "before") ?? context);
  const after = isWhole ? Infinity : (numberOf(options, "after") ?? context);
  const plan: RgPlan = {
    options,
    patterns,
    search: searchFor(options, patterns),
    invert: options.has("invert"),
    most: numberOf(options, "maxCount") ?? Infinity,
    before,
    after,
    hasContext: isWhole || before > 0 || after > 0,
    mostColumns: numberOf(options, "maxColumns") ?? 0,
    colors: new RgColors(isColored(call)),
    replacement: options.value("replace"),
    show: shown(options),
  };
  return { plan, operands };
}
