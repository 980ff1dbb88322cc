import { encodeText } from "../text.ts";

/** Control characters, and bytes that are no UTF-8. */
const UNPRINTABLE = /[\x00-\x1f\x7f\u0080-\u009f\udc80-\udcff]/u;

const PLAIN = /^[\w@%+=:,./-]+$/;

/** A text that bash reads back as itself, as `${x@Q}` and `declare -p` write it. */
export function quoteAlways(text: string): string {
  return UNPRINTABLE.test(text) ? ansiQuoted(text) : quoteSingly(text);
}

/** As `set -x` writes a word: with nothing but single quotes, and those only where they are needed. */
export function quotePlainly(text: string): string {
  return PLAIN.test(text) ? text : quoteSingly(text);
}

export function quoteSingly(text: string): string {
  // A quote alone needs no others around it.
  if (text === "'") return String.raw`\'`;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same as `quoteAlways`, bare where nothing in it means anything. */
export function quoteIfNeeded(text: string): string {
  return PLAIN.test(text) ? text : quoteAlways(text);
}

/** As `declare -p` and `export -p` write a value. */
export function quoteDouble(text: string): string {
  return UNPRINTABLE.test(text) ? ansiQuoted(text) : `"${text.replace(/["\\$`]/g, "\\$&")}"`;
}

/** What means something to the shell. */
const META = /[ '"\\|&;()<>!{}*[\]?^$`]|^[#~]|(?<=[=:])~/;

/** As the name of an element in `declare -p`. */
export function quoteKey(key: string): string {
  const isPlain = !META.test(key) && !UNPRINTABLE.test(key) && key !== "@";
  return isPlain ? key : quoteDouble(key);
}

/** As `printf %q` writes it. */
export function quoteByBackslash(text: string): string {
  if (text === "") return "''";
  if (UNPRINTABLE.test(text)) return ansiQuoted(text);
  return text.replace(/[ '"\\|&;()<>!{}*[\]?^$`,]|^[#~]|(?<=[=:])~/g, "\\$&");
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x1b": "\\E", "\x07": "\\a", "\b": "\\b" },
  ...{ "\f": "\\f", "\v": "\\v", "'": "\\'", "\\": "\\\\" },
};

function ansiQuoted(text: string): string {
  const inside = text.replace(/[\x00-\x1f\x7f'\\\u0080-\u009f\udc80-\udcff]/gu, (one) => {
    return NAMES[one] ?? octalBytes(one);
  });
  return `$'${inside}'`;
}

function octalBytes(text: string): string {
  return Array.from(encodeText(text), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
