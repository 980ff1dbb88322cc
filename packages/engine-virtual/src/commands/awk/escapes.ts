const LETTERS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "/": "/",
};

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(\n)|([^]))/gu;

/** What a string of a program says. A backslash in front of another character stays, as `"\."` needs it. */
export function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    ESCAPE,
    (whole, octal?: string, hex?: string, newline?: string, letter?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (newline !== undefined) return "";
      return LETTERS[letter ?? ""] ?? whole;
    },
  );
}
