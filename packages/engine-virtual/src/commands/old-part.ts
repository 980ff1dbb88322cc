import { UsageError } from "./options.ts";

/** `head -5c`: digits in front of everything else, and letters behind them. */
export function withoutOldHead(args: readonly string[]): readonly string[] {
  const [, digits, letters = ""] = /^-(\d+)(.*)$/s.exec(args[0] ?? "") ?? [];
  if (digits === undefined) return args;
  const wrong = /[^cbkmlqvz]/u.exec(letters)?.[0];
  if (wrong !== undefined) throw new UsageError(`invalid trailing option -- ${wrong}`);
  const others = Array.from(letters.matchAll(/[qvz]/g), ([letter]) => `-${letter}`);
  return [...amountOf(digits, letters), ...others, ...args.slice(1)];
}

function amountOf(digits: string, letters: string): readonly string[] {
  const [unit = "l"] = /[cbkml](?=[qvz]*$)/.exec(letters) ?? [];
  if (unit === "l") return ["-n", digits];
  return ["-c", unit === "c" ? digits : digits + unit];
}

/** A number, in lines unless a letter tells otherwise; `-` and `-c` alone are no old form. */
const OLD_TAIL = /^(?!-c?f?$)([-+])(\d*)([bcl]?)(f?)$/;

/** `tail -5`, `tail +5`, `tail -5c`: alone, or in front of one file. */
export function withoutOldTail(args: readonly string[]): readonly string[] {
  const [whole, sign, digits, unit = "", follows] = OLD_TAIL.exec(args[0] ?? "") ?? [];
  if (whole === undefined || !isOld(args)) return args;
  const number = `${sign === "+" ? "+" : ""}${digits === "" ? "10" : digits}`;
  return [...amountOf(number, unit), ...(follows === "f" ? ["-f"] : []), ...args.slice(1)];
}

/** Whether what follows the first word leaves room for the old form. */
function isOld(args: readonly string[]): boolean {
  const [, second = ""] = args;
  if (args.length === 1) return true;
  if (second === "--") return args.length <= 3;
  return args.length === 2 && !/^-./.test(second);
}
