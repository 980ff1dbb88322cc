import type { Shell } from "../shell/shell.ts";
import type { Builtin } from "./builtin.ts";

/** How far into the letters of one word each shell is. */
const places = new WeakMap<Shell, { index: number; letter: number }>();

export const getopts: Builtin = {
  name: "getopts",
  description: "Read the next option of the parameters",
  usage: "getopts OPTSTRING NAME [ARG]...",
  run(call) {
    const [known, name, ...given] = call.args;
    const { shell } = call;
    if (known === undefined || name === undefined) {
      shell.stderr.write("getopts: usage: getopts optstring name [arg ...]\n");
      return 2;
    }
    const args = given.length > 0 ? given : shell.parameters.args;
    const found = nextOption(shell, { known, args });
    shell.variables.set("OPTIND", found.index.toString());
    if (found.value === undefined) shell.variables.unset("OPTARG");
    else shell.variables.set("OPTARG", found.value);
    if (shell.variables.find(name)?.readonly === true) {
      shell.complain(`${name}: readonly variable`);
      return 2;
    }
    shell.variables.set(name, found.letter);
    if (found.complaint !== undefined)
      shell.stderr.write(`${shell.parameters.name}: ${found.complaint}\n`);
    return found.isEnd ? 1 : 0;
  },
};

interface Wish {
  readonly known: string;
  readonly args: readonly string[];
}

interface Found {
  readonly letter: string;
  readonly index: number;
  readonly value?: string;
  readonly complaint?: string;
  readonly isEnd?: boolean;
}

function nextOption(shell: Shell, wish: Wish): Found {
  const index = Number(shell.variables.text("OPTIND") ?? 1);
  const behind = wish.args.length + 1;
  return index < behind
    ? optionAt(shell, wish, index)
    : { letter: "?", index: behind, isEnd: true };
}

function optionAt(shell: Shell, { known, args }: Wish, index: number): Found {
  const word = args[index - 1] ?? "";
  if (word === "--") return { letter: "?", index: index + 1, isEnd: true };
  if (!/^-./.test(word)) return { letter: "?", index, isEnd: true };
  const place = places.get(shell);
  const at = place?.index === index ? place.letter : 1;
  const option: Option = {
    ...{ letter: word.charAt(at), index, isQuiet: known.startsWith(":") },
    ...{ rest: word.slice(at + 1), following: args[index] },
  };
  const wants = wantsValue(known, option.letter);
  if (wants === true) return withValue(shell, option);
  const isLast = option.rest === "";
  const next = isLast ? { index: index + 1, letter: 1 } : { index, letter: at + 1 };
  places.set(shell, next);
  return wants === undefined
    ? unknownOption(option, next.index)
    : { letter: option.letter, index: next.index };
}

/** Undefined for a letter that is no option. */
function wantsValue(known: string, letter: string): boolean | undefined {
  const found = letter === ":" ? -1 : known.indexOf(letter);
  return found === -1 ? undefined : known[found + 1] === ":";
}

interface Option {
  readonly letter: string;
  readonly index: number;
  readonly isQuiet: boolean;
  /** What stands behind the letter in the same word. */
  readonly rest: string;
  /** The next word. */
  readonly following: string | undefined;
}

function withValue(shell: Shell, { following, index, isQuiet, letter, rest }: Option): Found {
  places.set(shell, { index: index + (rest === "" ? 2 : 1), letter: 1 });
  if (rest !== "") return { letter, index: index + 1, value: rest };
  if (following !== undefined) return { letter, index: index + 2, value: following };
  if (isQuiet) return { letter: ":", index: index + 1, value: letter };
  return { letter: "?", index: index + 1, complaint: `option requires an argument -- ${letter}` };
}

function unknownOption({ isQuiet, letter }: Option, index: number): Found {
  if (isQuiet) return { letter: "?", index, value: letter };
  return { letter: "?", index, complaint: `illegal option -- ${letter}` };
}
