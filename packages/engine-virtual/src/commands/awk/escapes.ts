import { byteText, CONTROL_LETTERS, rejoined } from "@agent-sandbox/shell-syntax";

const LETTERS: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  b: "\b",
  "\\": "\\",
  '"': '"',
  "/": "/",
};

const ESCAPE = /\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[^])/gu;

function meant(escape: string): string {
  const letter = escape.charAt(1);
  if (/^[0-7]/.test(letter)) return byte(Number.parseInt(escape.slice(1), 8));
  if (letter === "x" && escape.length > 2) return byte(Number.parseInt(escape.slice(2), 16));
  return letter === "\n" ? "" : (LETTERS[letter] ?? escape);
}

/** What a string of a program says. A backslash in front of another character stays, as `"\."` needs it. */
export function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  // Bytes that stand side by side may be one character.
  return rejoined(text.replace(ESCAPE, meant));
}

const byte = (code: number): string => byteText(code & 0xff);
