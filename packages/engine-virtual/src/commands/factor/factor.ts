import type { Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { readAll } from "../inputs.ts";
import { localeQuoted } from "../quote.ts";
import { primeFactors } from "./prime-factors.ts";

/** The numbers of the call, or of standard input. */
function* wordsOf({ invocation, options }: Call<never>): Running<readonly string[]> {
  if (options.operands.length > 0) return options.operands;
  const text = Buffer.from(yield* readAll(invocation.stdin)).toString();
  // To a program in C a zero byte ends each of them.
  const words = text.split(/[ \t\n]+/).filter((word) => word !== "");
  return words.map((word) => word.replace(/\0[^]*/, ""));
}

/** What one step works on is no longer, so that there is a next one soon. */
const MOST_DIGITS = 100;

function* run(call: Call<never>): Running<number> {
  const { invocation } = call;
  let status = 0;
  for (const word of yield* wordsOf(call)) {
    yield;
    const [, digits] = /^ *\+?(\d+)$/.exec(word) ?? [];
    if (digits === undefined) {
      complain(invocation, `${localeQuoted(word)} is not a valid positive integer`);
      status = 1;
      continue;
    }
    if (digits.length > MOST_DIGITS) {
      complain(invocation, `numbers of more than ${MOST_DIGITS} digits are not supported`);
      status = 1;
      continue;
    }
    const number = BigInt(digits);
    const factors = number < 2n ? [] : yield* primeFactors(number);
    invocation.stdout.write(`${[`${number}:`, ...factors].join(" ")}\n`);
  }
  return status;
}

export const factor = defineCommand<never>({
  name: "factor",
  description: "Print the prime factors of numbers",
  usage: "[NUMBER]...",
  options: {},
  run,
});
