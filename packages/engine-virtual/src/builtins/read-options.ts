import { UsageFailure } from "../shell/shell-failure.ts";

/** Letters of options, in order of their last places, each with its value where it takes one; and what stands behind them. */
export interface ReadOptions {
  readonly letters: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Options of a builtin: `known` as in getopts, where a colon follows a letter that takes a value. */
export function readOptions(args: readonly string[], known: string): ReadOptions {
  const letters = new Map<string, string>();
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return { letters, rest: args.slice(at + 1) };
    if (!arg.startsWith("-") || arg === "-") break;
    if (readWord(letters, arg, { known, next: args[at + 1] })) at += 1;
  }
  return { letters, rest: args.slice(at) };
}

/** Which of some letters has come last. */
export function lastOf(letters: ReadOptions["letters"], some: string): string | undefined {
  return [...letters.keys()].findLast((letter) => some.includes(letter));
}

interface Around {
  readonly known: string;
  /** The word behind it, which may be a value. */
  readonly next: string | undefined;
}

/** Reads the letters of one word; true where the word behind it was a value. */
function readWord(letters: Map<string, string>, arg: string, { known, next }: Around): boolean {
  for (let place = 1; place < arg.length; place += 1) {
    const letter = arg[place] ?? "";
    const found = letter === ":" ? -1 : known.indexOf(letter);
    if (found === -1) throw new UsageFailure(`-${letter}: invalid option`);
    if (known[found + 1] !== ":") {
      letters.delete(letter);
      letters.set(letter, "");
      continue;
    }
    const attached = arg.slice(place + 1);
    const value = attached === "" ? next : attached;
    if (value === undefined) {
      throw new UsageFailure(`-${letter}: option requires an argument`);
    }
    letters.set(letter, value);
    return attached === "";
  }
  return false;
}
