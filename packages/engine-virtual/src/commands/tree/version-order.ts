import { byText } from "../ls-order.ts";

/**
 * Runs of digits by their value, and those that begin with zeros as behind a decimal point: 00, 01, 010, 09, 0, 1, 9,
 * 10 (strverscmp(3)).
 */
export function versionOrder(one: string, other: string): number {
  const at = firstDifference(one, other);
  const common = matched(/\d*$/, one.slice(0, at));
  const [run, against] = [one, other].map((text) => matched(/^\d*/, text.slice(at)));
  return orderOfRuns(common, run ?? "", against ?? "") || byText(one, other);
}

/** How two runs of digits are ordered that have the same digits in front, by their lengths alone. */
function orderOfRuns(common: string, run: string, against: string): number {
  const isNumber =
    common === "" ? /^[1-9]/.test(run) && /^[1-9]/.test(against) : !common.startsWith("0");
  if (isNumber) return run.length - against.length;
  const isAtPoint = /^0+$/.test(common) && (run === "" || against === "");
  return isAtPoint ? against.length - run.length : 0;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const matched = (pattern: RegExp, text: string): string => pattern.exec(text)?.[0] ?? "";
