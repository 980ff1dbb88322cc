const LETTERS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "/": "/",
  "\\": "\\",
};

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|[^])/g;
const RIGHT = /^(?:[^\\]|\\(?:u[0-9a-fA-F]{4}|[bfnrt"/\\]))*$/;

/** What the inside of a JSON string says; `undefined` where an escape is none. */
export function unescapedJson(text: string): string | undefined {
  if (!RIGHT.test(text)) return undefined;
  const said = text.replace(ESCAPE, (escape) =>
    escape.length > 2
      ? String.fromCharCode(Number.parseInt(escape.slice(2), 16))
      : (LETTERS[escape.charAt(1)] ?? ""),
  );
  return said.toWellFormed();
}
