import { decodeText, encodeText } from "../shell/text.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\" },
};

const ESCAPE =
  /\\(?:0([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([abeEfnrtv\\]))/g;

/** Escapes as `echo -e` and `printf %b` have them; `\c` ends all output. */
export function echoText(text: string): { readonly written: string; readonly isEnd: boolean } {
  const end = /^(?:[^\\]|\\[^c])*?\\c/.exec(text);
  const part = end === null ? text : end[0].slice(0, -2);
  const written = part.replace(ESCAPE, (...found: unknown[]) => {
    const [, octal, hex, short, long, letter] = found;
    if (typeof letter === "string") return SIMPLE[letter] ?? letter;
    if (typeof octal === "string") return byteText(Number.parseInt(octal, 8) & 255);
    if (typeof hex === "string") return byteText(Number.parseInt(hex, 16));
    const code = Number.parseInt(typeof short === "string" ? short : String(long), 16);
    return code > 0x10ffff ? "" : String.fromCodePoint(code);
  });
  return { written: joinBytes(written), isEnd: end !== null };
}

/** A byte that is no character alone is kept as what `encodeText` writes as that byte. */
export function byteText(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : String.fromCharCode(0xdc00 + byte);
}

/** Bytes that are characters together. */
function joinBytes(text: string): string {
  if (text.isWellFormed()) return text;
  return decodeText(encodeText(text));
}
