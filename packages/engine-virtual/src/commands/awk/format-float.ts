import { formatNumber } from "../../builtins/format-number.ts";

const ONE = /^([^%]*)%([-+ #0]*)(\d*)(?:\.(\d+))?l?([eEfFgGdiouxX])([^%]*)$/;

/** A number by a format that has one conversion, such as `%.6g`. */
export function formatFloat(number: number, format: string): string {
  const found = ONE.exec(format);
  if (found === null) return String(number);
  const [, before = "", flags = "", width = "", precision, letter = "g", after = ""] = found;
  const isLeft = flags.includes("-");
  const digits = precision === undefined ? undefined : Number(precision);
  const shape = { flags, precision: digits, width: isLeft ? 0 : Number(width) };
  const value = "diouxX".includes(letter) ? BigInt(Math.trunc(number)) : number;
  const text = formatNumber(letter, value, shape);
  return before + padded(text, Number(width), isLeft) + after;
}

const padded = (text: string, width: number, isLeft: boolean): string =>
  isLeft ? text.padEnd(width) : text.padStart(width);
