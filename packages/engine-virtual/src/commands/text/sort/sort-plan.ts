import type { Call } from "../../define-command.ts";
import { CommandError, UsageError } from "../../options.ts";
import { quoted } from "../../quote.ts";
import type { Order } from "./compare.ts";
import { keyOptions, parseKey, separatorOf, wholeLine } from "./sort-key.ts";

export const SORT_OPTIONS = {
  b: "-b --ignore-leading-blanks",
  d: "-d --dictionary-order",
  f: "-f --ignore-case",
  g: "-g --general-numeric-sort",
  h: "-h --human-numeric-sort",
  i: "-i --ignore-nonprinting",
  M: "-M --month-sort",
  n: "-n --numeric-sort",
  R: "-R --random-sort",
  r: "-r --reverse",
  V: "-V --version-sort",
  sort: "--sort=WORD",
  batchSize: "--batch-size=NMERGE",
  check: "-c",
  checkHow: "--check[=WHEN]",
  checkQuietly: "-C",
  compressProgram: "--compress-program=PROG",
  filesFrom: "--files0-from=F",
  key: "-k --key=KEYDEF",
  merge: "-m --merge",
  output: "-o --output=FILE",
  randomSource: "--random-source=FILE",
  stable: "-s --stable",
  bufferSize: "-S --buffer-size=SIZE",
  separator: "-t --field-separator=SEP",
  temporary: "-T --temporary-directory=DIR",
  parallel: "--parallel=N",
  unique: "-u --unique",
  zero: "-z --zero-terminated",
} as const;

export type SortKeyName = keyof typeof SORT_OPTIONS;
export type SortCall = Call<SortKeyName>;

const WORDS: Readonly<Record<string, string>> = {
  "general-numeric": "g",
  "human-numeric": "h",
  month: "M",
  numeric: "n",
  random: "R",
  version: "V",
};

function wrongWord(option: string, word: string, valid: readonly string[]): never {
  const rows = valid.map((line) => `  - ${line}`).join("\n");
  const words = `invalid argument '${word}' for '${option}'`;
  throw new UsageError(`${words}\nValid arguments are:\n${rows}`, 1);
}

/** The letters of the call as they would stand behind a key. */
function globalLetters({ options }: SortCall): string {
  const letters = options.given.map(({ key, value = "" }) => {
    if (key.length === 1) return key;
    if (key !== "sort") return "";
    return (
      WORDS[value] ??
      wrongWord(
        "--sort",
        value,
        Object.keys(WORDS).map((word) => `'${word}'`),
      )
    );
  });
  return letters.join("");
}

function separator({ options }: SortCall): string | undefined {
  const given = options.values("separator").map(separatorOf);
  if (given.some((one) => one !== given[0])) throw new CommandError("incompatible tabs");
  return given[0];
}

export interface SortPlan {
  readonly order: Order;
  readonly unique: boolean;
  readonly check: "loudly" | "quietly" | undefined;
  readonly end: "\n" | "\0";
}

function checking({ options }: SortCall): SortPlan["check"] {
  const last = options.last("check", "checkHow", "checkQuietly");
  if (last === undefined) return undefined;
  if (last === "checkQuietly") return "quietly";
  const when = (last === "checkHow" ? options.value(last) : undefined) ?? "diagnose-first";
  if (when === "quiet" || when === "silent") return "quietly";
  if (when === "diagnose-first") return "loudly";
  return wrongWord("--check", when, ["'quiet', 'silent'", "'diagnose-first'"]);
}

function checkRest({ options }: SortCall): void {
  if (options.has("check", "checkHow", "checkQuietly")) {
    const [, second] = options.operands;
    if (second !== undefined) {
      throw new CommandError(`extra operand ${quoted(second)} not allowed with -c`);
    }
    if (options.has("output")) throw new CommandError("options '-co' are incompatible");
  }
  const parallel = options.value("parallel");
  if (parallel === undefined) return;
  if (!/^\d+$/.test(parallel)) {
    throw new CommandError(`invalid --parallel argument ${quoted(parallel)}`);
  }
  if (Number(parallel) === 0) throw new CommandError("number in parallel must be nonzero");
}

export function planSort(call: SortCall): SortPlan {
  const { options } = call;
  const letters = globalLetters(call);
  const skips = letters.includes("b");
  const global = keyOptions(letters, { start: skips, end: skips });
  const given = options.values("key").map((text) => parseKey(text, global));
  const isPlain = /^r*$/.test(letters);
  const keys = given.length > 0 || isPlain ? given : [wholeLine(global)];
  const check = checking(call);
  checkRest(call);
  const unique = options.has("unique");
  const isKeyed = keys.length > 0;
  const order = {
    keys,
    separator: separator(call),
    reverse: global.reverse,
    hasLastResort: !isKeyed || !(unique || options.has("stable")),
  };
  return { order, unique, check, end: options.has("zero") ? "\0" : "\n" };
}
