const PLAIN = /^[\w@%+=:,./-]+$/;

/** A text that bash reads back as itself, as `${x@Q}` and `declare -p` write it. */
export function quoteAlways(text: string): string {
  return /[\x00-\x1f\x7f]/.test(text)
    ? ansiQuoted(text)
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same, bare where nothing in it means anything (`set -x`). */
export function quoteIfNeeded(text: string): string {
  return PLAIN.test(text) ? text : quoteAlways(text);
}

/** As `declare -p` and `export -p` write a value. */
export function quoteDouble(text: string): string {
  return /[\x00-\x1f\x7f]/.test(text) ? ansiQuoted(text) : `"${text.replace(/["\\$`]/g, "\\$&")}"`;
}

/** As the name of an element in `declare -p`. */
export function quoteKey(key: string): string {
  return /^\w+$/.test(key) ? key : quoteDouble(key);
}

/** As `printf %q` writes it. */
export function quoteByBackslash(text: string): string {
  if (text === "") return "''";
  if (/[\x00-\x1f\x7f]/.test(text)) return ansiQuoted(text);
  return text.replace(/[ '"\\|&;()<>!{}*[\]?^$`,]|^[#~]|(?<=[=:])~/g, "\\$&");
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x1b": "\\E", "\x07": "\\a", "\b": "\\b" },
  ...{ "\f": "\\f", "\v": "\\v", "'": "\\'", "\\": "\\\\" },
};

function ansiQuoted(text: string): string {
  const inside = text.replace(/[\x00-\x1f\x7f'\\]/g, (one) => {
    return NAMES[one] ?? `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `$'${inside}'`;
}
