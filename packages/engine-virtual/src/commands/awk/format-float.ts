import { formatNumber } from "../../builtins/format-number.ts";

const ONE = /^([^%]*)%([-+ #0]*)(\d*)(?:\.(\d+))?l?([eEfFgGdiouxX])([^%]*)$/;

/** A number by a format that has one conversion, such as `%.6g`. */
export function formatFloat(number: number, format: string): string {
  const found = ONE.exec(format);
  if (found === null) return String(number);
  const [, before = "", flags = "", width = "", precision, letter = "g", after = ""] = found;
  const isWhole = "diouxX".includes(letter);
  const shape = {
    flags,
    precision: precision === undefined ? undefined : Number(precision),
    width: flags.includes("-") ? 0 : Number(width),
  };
  const value = isWhole ? BigInt(Math.trunc(number)) : number;
  const text = formatNumber(letter, value, shape);
  const padded = flags.includes("-") ? text.padEnd(Number(width)) : text.padStart(Number(width));
  return before + padded + after;
}
