import type { Difference } from "../differences.ts";
import { areAlike } from "../alike.ts";
import { oneByOne } from "../one-by-one.ts";
import { askBashOf, inBoth, type KnownRule, withTexts } from "./known-rule.ts";

/** What comes first of what runs at the same time is chance: bash is asked where nothing does. */
export const isOfAnInstant: KnownRule = (difference, isWell) => {
  const { script } = difference;
  const mayBe = /(?<![&>])&(?![&>\d])/.test(script) || isOfOrder(difference);
  return mayBe && oneByOne(script).some((one) => isWell(askBashOf(one, difference)));
};

/** Whether nothing but the order of lines is different, so that it is worth to ask what takes time. */
function isOfOrder(difference: Difference): boolean {
  const sorted = (text: string): string =>
    text
      .replace(/\bline \d+: /g, "")
      .split("\n")
      .sort()
      .join("\n");
  const { bash, virtual } = inBoth(difference, (outcome) => withTexts(outcome, sorted));
  return areAlike(bash, virtual);
}
