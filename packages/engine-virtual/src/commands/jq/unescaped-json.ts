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

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|[^]?)/g;

/** What the inside of a JSON string says; `undefined` where an escape is none. */
export function unescapedJson(text: string): string | undefined {
  let wrong = 0;
  const said = text.replace(ESCAPE, (escape) => {
    if (escape.length > 2) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    const letter = LETTERS[escape.charAt(1)];
    if (letter === undefined) wrong += 1;
    return letter ?? "";
  });
  return wrong === 0 ? said.toWellFormed() : undefined;
}
