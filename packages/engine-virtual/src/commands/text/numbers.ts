import { CommandError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

const MOST = 2n ** 63n - 1n;

export interface NumberRule {
  /** What it is called in messages. */
  readonly what: string;
  readonly least: number;
  readonly most?: number;
  /** Whether a sign is no part of it. */
  readonly isUnsigned?: boolean;
}

/** Reads a number of an option; refuses it as GNU's programs do. */
export function numberIn(
  text: string,
  { isUnsigned = false, least, most, what }: NumberRule,
): number {
  const refuse = (words: string): never => {
    throw new CommandError(`invalid ${what}: ${localeQuoted(text)}${words}`);
  };
  if (!/^\s*[+-]?\d+$/.test(text) || (isUnsigned && text.includes("-"))) refuse("");
  const number = BigInt(text.trim().replace("+", ""));
  const limit = most === undefined ? MOST : BigInt(most);
  if (number > limit || number < -MOST) refuse(": Value too large for defined data type");
  if (number < least) refuse(": Numerical result out of range");
  return Number(number);
}
