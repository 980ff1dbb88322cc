import { byteText, CONTROL_LETTERS, rejoined } from "@agent-sandbox/shell-syntax";

import { asBytes } from "../../../shell/text.ts";

const CONTROLS: Readonly<Record<string, string>> = CONTROL_LETTERS;

export interface Escape {
  readonly character: string;
  /** How many characters of the text it takes, with its backslash. */
  readonly length: number;
}

const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/^\\d(\d{1,3})/, 10],
  [/^\\o([0-7]{1,3})/, 8],
  [/^\\x([\da-fA-F]{1,2})/, 16],
];

/** The character that `\n`, `\t`, `\cX`, `\d065`, `\o101` or `\x41` stands for. */
export function readEscape(text: string, at: number): Escape | undefined {
  const letter = text.charAt(at + 1);
  const control = CONTROLS[letter];
  if (control !== undefined) return { character: control, length: 2 };
  if (letter === "c" && at + 2 < text.length) {
    const code =
      text
        .charAt(at + 2)
        .toUpperCase()
        .charCodeAt(0) ^ 0x40;
    return { character: String.fromCharCode(code), length: 3 };
  }
  if (!"dox".includes(letter)) return undefined;
  const rest = text.slice(at, at + 5);
  for (const [pattern, base] of NUMBERS) {
    const found = pattern.exec(rest);
    if (found?.[1] === undefined) continue;
    const code = Number.parseInt(found[1], base) & 255;
    return { character: byteText(code), length: found[0].length };
  }
  return undefined;
}

/** Text whose escapes are replaced; `rest` says what stays of a backslash and the character behind it. */
export function withoutEscapes(text: string, rest: (pair: string) => string): string {
  if (!text.includes("\\")) return text;
  let written = "";
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character !== "\\") {
      written += character;
      at += 1;
      continue;
    }
    const escape = readEscape(text, at);
    written += escape === undefined ? rest(text.slice(at, at + 2)) : escape.character;
    at += escape?.length ?? 2;
  }
  return rejoined(written);
}

/** An expression whose escapes the parser of expressions does not know itself. */
export function patternText(text: string, isBytes: boolean): string {
  const pattern = withoutEscapes(text, (pair) => pair).replaceAll("\\\n", "\n");
  return isBytes ? asBytes(pattern) : pattern;
}
