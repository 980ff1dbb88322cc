import { CommandError } from "../options.ts";
import { quoted } from "../quote.ts";

/** Reads a number of an option that must be at least `least`; refuses it as GNU's programs do. */
export function numberAtLeast(text: string, least: number, what: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new CommandError(`invalid ${what}: ${quoted(text)}`);
  const number = Number(text);
  if (number >= least) return number;
  throw new CommandError(`invalid ${what}: ${quoted(text)}: Numerical result out of range`);
}
