import type { Script } from "./syntax-tree.ts";

/** Stands for the `c` of a `case` that begins no command: no script that is read here holds it. */
const MARK = "\uF8C5";

/** Behind what is neither the start of a command nor a word after which one starts. */
const ARGUMENT =
  /(?<=[^\s;&|({`!][ \t]+)(?<!(?:^|[\s;&|({`!])(?:if|then|elif|else|while|until|do|time|!)[ \t]+)case(?![^\s;&|)`"])/gm;
const BEHIND_CASE = /(?<=(?:^|[\s;&|(`])case[ \t]+)case(?=\s)/gm;

/**
 * The parser takes every word `case` in a substitution for the start of the compound command, and then
 * looks for its end in vain: `$(echo case)`. Where it is an argument it is hidden, with all positions as they were;
 * undefined where there is none.
 */
export function hideCaseWords(source: string): string | undefined {
  if (source.includes(MARK)) return undefined;
  const hidden = source.replace(ARGUMENT, `${MARK}ase`).replace(BEHIND_CASE, `${MARK}ase`);
  return hidden === source ? undefined : hidden;
}

export function showCaseWords(script: Script): Script {
  return shown(script);
}

/** The tree is plain data: every text in it gets its letter back. */
function shown<Value>(value: Value): Value {
  if (typeof value === "string") return value.replaceAll(MARK, "c") as Value & string;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(shown) as Value & unknown[];
  const entries = Object.entries(value).map(([key, one]) => [key, shown(one as unknown)] as const);
  return Object.fromEntries(entries) as Value & object;
}
