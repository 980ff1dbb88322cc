import { RE2JS } from "re2js";

import { checkLinearLength } from "../../regex/linear-bound.ts";
import { ShellFailure } from "../shell-failure.ts";

/** States of an expression times characters: some tenths of a second at the worst. */
const MOST_WORK = 40_000_000;
/** So long may every text be. */
const LEAST = 4_096;

const known = new Map<string, RE2JS>();

/** What a POSIX extended expression finds: the match and its groups; undefined where nothing does. */
export function findExpression(
  source: string,
  text: string,
  ignoresCase: boolean,
): readonly string[] | undefined {
  const expression = compiled(source, ignoresCase);
  checkLinearLength(text.length, Math.max(LEAST, Math.floor(MOST_WORK / expression.programSize())));
  const matcher = expression.matcher(text);
  if (!matcher.find()) return undefined;
  const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) =>
    matcher.group(index),
  );
  return groups.map((group) => group ?? "");
}

function compiled(source: string, ignoresCase: boolean): RE2JS {
  const key = `${ignoresCase ? "i" : "c"}${source}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const flags = RE2JS.LONGEST_MATCH | RE2JS.DOTALL | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  try {
    const expression = RE2JS.compile(translated(source), flags);
    if (known.size > 100) known.clear();
    known.set(key, expression);
    return expression;
  } catch {
    // Bash says nothing and answers 2.
    throw new ShellFailure(
      "the regular expression cannot be read, or needs more than one that is linear",
      {
        status: 2,
      },
    );
  }
}

/** Brackets know no backslash in POSIX, and a backslash before a letter is mostly that letter. */
function translated(source: string): string {
  return source.replace(BRACKETS_OR_ESCAPE, (part) => {
    if (part.startsWith("[")) return part.replace(/\\(?![[\]])/g, "\\\\");
    const [, letter = ""] = part;
    if (/[<>]/.test(letter)) return String.raw`\b`;
    return /[a-zA-Z]/.test(letter) && !/[wWsSbB]/.test(letter) ? letter : part;
  });
}

const BRACKETS_OR_ESCAPE = /\[\^?\]?(?:\[:\w+:\]|\\[[\]]|[^\]])*\]|\\[^]/g;
