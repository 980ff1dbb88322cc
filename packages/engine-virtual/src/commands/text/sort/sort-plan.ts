import type { Call } from "../../define-command.ts";
import type { OptionWords } from "../../option-words.ts";
import { CommandError } from "../../options.ts";
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

const LETTERS: Readonly<Record<string, string>> = {
  "general-numeric": "g",
  "human-numeric": "h",
  month: "M",
  numeric: "n",
  random: "R",
  version: "V",
};

export const SORT_WORDS = {
  sort: [["general-numeric"], ["human-numeric"], ["month"], ["numeric"], ["random"], ["version"]],
  checkHow: [["quiet", "silent"], ["diagnose-first"]],
} satisfies Partial<Record<SortKeyName, OptionWords>>;

/** The letters of the call as they would stand behind a key. */
function globalLetters({ options }: SortCall): string {
  const letters = options.given.map(({ key, value = "" }) => {
    if (key.length === 1) return key;
    return key === "sort" ? (LETTERS[value] ?? "") : "";
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
  return last === "checkHow" && options.value(last) === "quiet" ? "quietly" : "loudly";
}

/** How the amounts look that have no effect here. */
const AMOUNTS: Readonly<Record<string, RegExp>> = {
  bufferSize: /^\d+[%bEgGkKmMPtTYZ]?$/,
  batchSize: /^\d+$/,
  parallel: /^\d+$/,
};

function checkOperands(call: SortCall): void {
  const { options } = call;
  if (options.has("check", "checkHow", "checkQuietly")) {
    const [, second] = options.operands;
    if (second !== undefined) {
      const letter = checking(call) === "quietly" ? "C" : "c";
      throw new CommandError(`extra operand ${quoted(second)} not allowed with -${letter}`);
    }
    if (options.has("output")) throw new CommandError("options '-co' are incompatible");
  }
}

function checkAmounts({ options }: SortCall): void {
  for (const { as, key, value = "" } of options.given) {
    const form = AMOUNTS[key];
    if (form?.test(value) === false) throw new CommandError(`invalid ${as} argument '${value}'`);
  }
  if (Number(options.value("parallel") ?? 1) === 0)
    throw new CommandError("number in parallel must be nonzero");
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
  checkOperands(call);
  checkAmounts(call);
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
