import { complain } from "../../define-command.ts";
import type { Given } from "../../options.ts";
import type { XargsCall } from "./xargs-options.ts";
import { numberOf } from "./xargs-options.ts";

/** How much goes into one command: so many words or lines, or each item in its place. */
export interface Amounts {
  readonly replaced: string | undefined;
  readonly mostWords: number;
  readonly mostLines: number;
}

type Way = "lines" | "replace" | "words";

const NAMES = { lines: "--max-lines", replace: "--replace", words: "--max-args" } as const;
const NONE: Amounts = { replaced: undefined, mostWords: Infinity, mostLines: Infinity };

/** How an option is called where it takes another one's place. */
const OFFENDERS: Readonly<Record<string, string>> = {
  lines: "-L",
  linesOrOne: "--max-lines/-l",
  replace: "--replace/-I/-i",
  replaceOrBraces: "--replace/-I/-i",
  words: "--max-args/-n",
};

function wayOf(key: string): Way {
  if (key.startsWith("lines")) return "lines";
  return key.startsWith("replace") ? "replace" : "words";
}

function amountsOf({ key, value }: Given): Amounts {
  if (key === "words") return { ...NONE, mostWords: numberOf(value ?? "", "n", 1) };
  if (key.startsWith("replace")) return { ...NONE, replaced: value ?? "{}" };
  return { ...NONE, mostLines: numberOf(value ?? "1", key === "lines" ? "L" : "l", 1) };
}

/** Of several ways the last one counts, which is said. */
export function amountsIn({ invocation, options }: XargsCall): Amounts {
  let found = NONE;
  let way: Way | undefined;
  for (const one of options.given.filter(({ key }) => key in OFFENDERS)) {
    const amounts = amountsOf(one);
    const next = wayOf(one.key);
    // One word at a time is what replacing does, too.
    if (way === "replace" && next === "words" && amounts.mostWords === 1) continue;
    if (way !== undefined && way !== next) {
      const both = `${NAMES[way]} and ${OFFENDERS[one.key] ?? ""}`;
      const words = `options ${both} are mutually exclusive, ignoring previous ${NAMES[way]} value`;
      complain(invocation, `warning: ${words}`);
    }
    found = amounts;
    way = next;
  }
  return found;
}
