import type { Script } from "./syntax-tree.ts";

/** Stands for the `c` of a `case` that begins no command: no script that is read here holds it. */
const CASE = "\uF8C5";

/** Stands for each half of a `<<` that shifts bits. */
const SHIFT = "\uF8C6";

/** Behind what is neither the start of a command nor a word after which one starts. */
const ARGUMENT =
  /(?<=[^\s;&|({`!][ \t]+)(?<!(?:^|[\s;&|({`!])(?:if|then|elif|else|while|until|do|time|!)[ \t]+)case(?![^\s;&|)`"])/gm;
const BEHIND_CASE = /(?<=(?:^|[\s;&|(`])case[ \t]+)case(?=\s)/gm;

/** Between `$[` and `]`: nothing quoted, so that it is the same for bash. */
const OLD_ARITHMETIC = /(?=<<)(?<=(?<!\\)\$\[[^\]\n'"\\]*)<<(?=[^\n]*\])/g;

/** In an index where a command may begin: behind an argument bash itself would take it for a here-document. */
const INDEX =
  /(?=<<)(?<=(?<!\\\n?)(?:^|;|&&|\|\||\(|\{[ \t])[ \t]*[A-Za-z_]\w*\[(?:[^\]\n'"\\]|\[[^[\]\n'"\\]*\])*)<<(?=[^\]\n]*\]\+?=)/gm;

/** `[1<<2]=` in a list. */
const ELEMENT =
  /(?=<<)(?<=\w=\((?:[^()\n'"\\]{0,200}[ \t])?\[[^\]\n'"\\]{0,200})<<(?=[^\]\n]*\]\+?=)/g;

/**
 * In a substitution the parser takes every word `case` for the start of the compound command, `$(echo case)`, and every
 * `<<` of an index or of `$[ ]` for a here-document, and then looks for an end in vain. Here they are hidden, with all
 * positions as they were; undefined where there is nothing to hide.
 */
export function hideText(source: string): string | undefined {
  if (source.includes(CASE) || source.includes(SHIFT)) return undefined;
  const hidden = source
    .replace(ARGUMENT, `${CASE}ase`)
    .replace(BEHIND_CASE, `${CASE}ase`)
    .replace(OLD_ARITHMETIC, SHIFT + SHIFT)
    .replace(INDEX, SHIFT + SHIFT)
    .replace(ELEMENT, SHIFT + SHIFT);
  return hidden === source ? undefined : hidden;
}

export function showText(script: Script): Script {
  return shown(script);
}

/** The tree is plain data: every text in it gets its letters back. */
function shown<Value>(value: Value): Value {
  if (typeof value === "string") {
    return value.replaceAll(CASE, "c").replaceAll(SHIFT, "<") as Value & string;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(shown) as Value & unknown[];
  const entries = Object.entries(value).map(([key, one]) => [key, shown(one as unknown)] as const);
  return Object.fromEntries(entries) as Value & object;
}
