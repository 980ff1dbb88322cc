import { UsageError } from "./options.ts";
import { localeQuoted } from "./quote.ts";

/** The words that an option takes; those of one row mean the same. */
export type OptionWords = readonly (readonly [string, ...string[]])[];

/**
 * The first word of the row that is meant: a word may be cut short where that is clear (gnulib's argmatch).
 * Throws a UsageError that lists them, with the status 1 that all of GNU's have for it.
 */
export function meantWord(words: OptionWords, given: string, what: string): string {
  const exact = words.find((row) => row.includes(given));
  const meant = words.filter((row) => row.some((word) => word.startsWith(given)));
  const [row, another] = exact === undefined ? meant : [exact];
  if (row !== undefined && another === undefined) return row[0];
  const state = row === undefined ? "invalid" : "ambiguous";
  const list = words.map((each) => `\n  - ${each.map(localeQuoted).join(", ")}`).join("");
  throw new UsageError(
    `${state} argument ${localeQuoted(given)} for ${localeQuoted(what)}\nValid arguments are:${list}`,
    1,
  );
}

/** Words of which each means something of its own. */
export const apart = (words: readonly string[]): OptionWords => words.map((word) => [word]);

/** The name that a word is, among names that a program knows. */
export const named = <Name extends string>(
  names: readonly Name[],
  word: string | undefined,
): Name | undefined => names.find((name) => name === word);

/** When something is to be so: as `--color=WHEN` takes it. */
export const WHEN: OptionWords = [
  ["always", "yes", "force"],
  ["never", "no", "none"],
  ["auto", "tty", "if-tty"],
];
