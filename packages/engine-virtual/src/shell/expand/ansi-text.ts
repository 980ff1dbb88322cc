import { CONTROL_LETTERS } from "../control-letters.ts";
import { byteText, rejoined } from "../text.ts";

const SIMPLE: Readonly<Record<string, string>> = {
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
  /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|(0?[0-7]{1,3})|([^]))/gu;

/** Escapes as in `$'…'`. */
export function ansiText(text: string): string {
  const expanded = text.replace(ESCAPE, (all, ...found: unknown[]) => {
    const [hex, short, long, octal, letter] = found.map((one) =>
      typeof one === "string" ? one : undefined,
    );
    const digits = short ?? long;
    if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16));
    if (hex !== undefined) return byteText(Number.parseInt(hex, 16));
    if (octal !== undefined) return byteText(Number.parseInt(octal, 8) & 255);
    return SIMPLE[letter ?? ""] ?? all;
  });
  return rejoined(expanded);
}
