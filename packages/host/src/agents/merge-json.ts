import { isObject, valueAt } from "@agent-sandbox/core";
import { applyEdits, modify, parse, type ParseError } from "jsonc-parser";

/**
 * Pure: `theirs` with every value of the JSON document `ours` set and all else as it is, down to the
 * line. Undefined where `theirs` is not a JSON object.
 */
export function mergeJson(theirs: string, ours: string): string | undefined {
  if (!isObject(parseStrictly(theirs))) return undefined;
  let text = theirs;
  for (const [path, value] of leavesOf(parseStrictly(ours), [])) {
    // A value in the way of an object, such as "sandbox": true.
    for (let depth = 1; depth < path.length; depth += 1) {
      const above = path.slice(0, depth);
      if (!isObject(valueAt(parseStrictly(text), above))) text = set(text, above, {});
    }
    if (valueAt(parseStrictly(text), path) !== value) text = set(text, path, value);
  }
  return text;
}

function parseStrictly(text: string): unknown {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { disallowComments: true });
    return errors.length === 0 ? value : undefined;
  } catch {
    // Nested deeper than the parser goes: nobody's settings.
    return undefined;
  }
}

function set(text: string, path: readonly string[], value: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

function leavesOf(value: unknown, path: readonly string[]): (readonly [string[], unknown])[] {
  if (!isObject(value)) return [[[...path], value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}
