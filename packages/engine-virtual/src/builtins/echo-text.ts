import { byteText, codeBytes, CONTROL_LETTERS, rejoined } from "@agent-sandbox/shell-syntax";

const SIMPLE: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  "\\": "\\",
};

const HEX = String.raw`x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([abeEfnrtv\\])`;

/** Where octal digits stand: behind a 0, at once, or either. */
const ESCAPES = {
  echo: new RegExp(String.raw`\\(?:0([0-7]{0,3})|${HEX})`, "g"),
  format: new RegExp(String.raw`\\(?:([0-7]{1,3})|${HEX}|("))`, "g"),
  word: new RegExp(String.raw`\\(?:(0[0-7]{0,3}|[0-7]{1,3})|${HEX})`, "g"),
} as const;

export type EscapeKind = keyof typeof ESCAPES;

export interface Written {
  readonly written: string;
  readonly isEnd: boolean;
}

/** Escapes as `echo -e`, the format of `printf` and its `%b` have them; `\c` ends all output. */
export function echoText(text: string, kind: EscapeKind): Written {
  if (!text.includes("\\")) return { written: text, isEnd: false };
  const end = kind === "format" ? null : /^(?:[^\\]|\\[^c])*?\\c/.exec(text);
  const part = end === null ? text : end[0].slice(0, -2);
  const written = part.replace(ESCAPES[kind], (...found: unknown[]) => {
    const [, octal, hex, short, long, letter, quote] = found;
    if (quote === '"') return quote;
    if (typeof letter === "string") return SIMPLE[letter] ?? letter;
    if (typeof octal === "string") return byteText(Number.parseInt(`0${octal}`, 8) & 255);
    if (typeof hex === "string") return byteText(Number.parseInt(hex, 16));
    return codeBytes(Number.parseInt(typeof short === "string" ? short : String(long), 16));
  });
  return { written: rejoined(written), isEnd: end !== null };
}
