import { byteText, codeBytes, rejoined } from "./byte-text.ts";
import { CONTROL_LETTERS } from "./control-letters.ts";

const LETTERS: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

const ESCAPE =
  /\\(?:[0-7]{1,3}|x(?:\{[\da-fA-F]*\}?|[\da-fA-F]{1,2})|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|c(?:\\\\|[^])|[^])/gu;

/** What stands between the quotes of `$'…'`, with its escapes resolved. */
export function ansiText(text: string): string {
  if (!text.includes("\\")) return text;
  const expanded = text.replace(ESCAPE, (escape) => meaningOf(escape.slice(1)) ?? escape);
  // To bash the text ends there.
  return rejoined(expanded.replace(/\0[^]*$/, ""));
}

function meaningOf(escape: string): string | undefined {
  if (/^[0-7]/.test(escape)) return byteText(Number.parseInt(escape, 8) & 0xff);
  const operand = escape.slice(1);
  return operand === "" ? LETTERS[escape] : WITH_OPERAND[escape.charAt(0)]?.(operand);
}

const WITH_OPERAND: Readonly<Record<string, (operand: string) => string>> = {
  // Between braces there may be more digits, of which the last two count.
  x: (digits) => byteText(Number.parseInt(`0${digits.replace(/[{}]/g, "").slice(-2)}`, 16)),
  u: (digits) => codeBytes(Number.parseInt(digits, 16)),
  U: (digits) => codeBytes(Number.parseInt(digits, 16)),
  c: controlText,
};

/** Of a character of several bytes it is the first that becomes a control character. */
function controlText(operand: string): string {
  const bytes = operand.isWellFormed() ? codeBytes(operand.codePointAt(0) ?? 0) : operand;
  const control = operand === "?" ? 0x7f : bytes.charCodeAt(0) & 0x1f;
  return String.fromCharCode(control) + bytes.slice(1);
}
