import { areAlike } from "./alike.ts";
import type { Difference } from "./differences.ts";
import { isOfAnInstant } from "./known/chance.ts";
import type { KnownRule } from "./known/known-rule.ts";
import {
  hasNoEnd,
  ignoresModes,
  ordersEntries,
  passesLimit,
  tellsProcess,
} from "./known/of-the-engine.ts";
import {
  abortsOnImplode,
  cannotReopen,
  comparesAbsent,
  givesFirst,
  goesOnHalted,
  keepsBackslash,
  losesMatch,
  packsOtherwise,
  saysAllHelp,
  sumsDirectory,
} from "./known/other-tools.ts";
import {
  leavesOutIgnored,
  losesInput,
  losesProcess,
  losesSeparator,
  readsBraces,
  readsListQuote,
  readsQuoteAgain,
  readsSubscript,
  runsLinesBefore,
  wordsSyntaxErrors,
} from "./known/slips-of-bash.ts";
import { writesAnew } from "./known/written-anew.ts";

/** Each stands in the documentation, under the known differences from bash, or is chance in bash; what asks most is last. */
const RULES: readonly KnownRule[] = [
  ...[hasNoEnd, saysAllHelp, packsOtherwise, leavesOutIgnored, runsLinesBefore, wordsSyntaxErrors],
  ...[abortsOnImplode, keepsBackslash, givesFirst, goesOnHalted, cannotReopen, sumsDirectory],
  ...[comparesAbsent, losesMatch, readsBraces, readsListQuote, readsQuoteAgain, readsSubscript],
  ...[tellsProcess, passesLimit, ignoresModes, ordersEntries],
  ...[losesProcess, losesInput, writesAnew, losesSeparator, isOfAnInstant],
];

/** Whether both answer alike but for what is known, in however many places. */
export function isKnown(difference: Difference, rules = RULES): boolean {
  return rules.some((rule, index) =>
    rule(difference, (rest) => {
      if (areAlike(rest.bash, rest.virtual)) return true;
      return isKnown(rest, rules.slice(index + 1));
    }),
  );
}
