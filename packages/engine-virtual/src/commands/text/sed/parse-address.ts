import { parseBasic, parseExtended } from "../../../regex/parse-posix.ts";
import { ExpressionError } from "../../../regex/syntax.ts";
import { readDelimited } from "./delimited.ts";
import { patternText } from "./escapes.ts";
import type { Address, Search } from "./script.ts";
import { ScriptSearch } from "./script-search.ts";
import type { ScriptReader } from "./script-reader.ts";

export interface ExpressionFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
}

/** An expression as it is written, with what its flags say; empty for the last one that was used. */
export function compileSearch(
  { reader, isBytes, isExtended, isZero }: Parsing,
  source: string,
  flags: ExpressionFlags,
): Search {
  const { ignoreCase, multiline } = flags;
  if (source === "") {
    if (ignoreCase || multiline) {
      throw reader.failure("cannot specify modifiers on empty regexp");
    }
    return undefined;
  }
  try {
    const pattern = patternText(source, isBytes);
    const expression = isExtended ? parseExtended(pattern) : parseBasic(pattern);
    return new ScriptSearch(expression, { ignoreCase, multiline: multiline && !isZero }, isBytes);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw reader.failure(error.message);
  }
}

export interface Parsing {
  readonly reader: ScriptReader;
  readonly isExtended: boolean;
  /** Whether lines end at zero bytes, so that a line feed is no end of one. */
  readonly isZero: boolean;
  /** Whether each byte is a character: in the locale C. */
  readonly isBytes: boolean;
}

function expressionAddress(parsing: Parsing, delimiter: string): Address {
  const { reader } = parsing;
  const source = readDelimited(reader, delimiter, true);
  if (source === undefined) throw reader.failure("unterminated address regex");
  const flags = reader.takeWhile(/[IM]/);
  const isFlagged = { ignoreCase: flags.includes("I"), multiline: flags.includes("M") };
  return { kind: "expression", search: compileSearch(parsing, source, isFlagged) };
}

/** One address; `undefined` where none stands. */
export function parseAddress(parsing: Parsing): Address | undefined {
  const { reader } = parsing;
  const start = reader.peek();
  if (start === "/" || start === "\\") {
    reader.next();
    return expressionAddress(parsing, start === "/" ? "/" : reader.next());
  }
  if (start === "$") {
    reader.next();
    return { kind: "last" };
  }
  if (start === "+" || start === "~") {
    reader.next();
    const number = reader.number() ?? 0;
    return start === "+" ? { kind: "plus", count: number } : { kind: "multiple", of: number };
  }
  return numberAddress(reader);
}

function numberAddress(reader: ScriptReader): Address | undefined {
  const line = reader.number();
  if (line === undefined) return undefined;
  reader.skipBlanks();
  if (reader.peek() !== "~") return { kind: "line", line };
  reader.next();
  reader.skipBlanks();
  const step = reader.number() ?? 0;
  return step > 0 ? { kind: "step", first: line, step } : { kind: "line", line };
}
