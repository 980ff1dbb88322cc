import { validText } from "./valid-text.ts";

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

/** An escape that is none, in the words of jq. */
export class EscapeError extends Error {
  override readonly name = "EscapeError";
}

const ESCAPE = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[^]{0,4}|\\[^]?/g;

/** What the inside of a JSON string says. */
export function unescapedJson(text: string): string {
  return validText(text.replace(ESCAPE, meaningOf));
}

function meaningOf(escape: string): string {
  if (escape.startsWith("\\u")) return charactersOf(escape);
  const letter = LETTERS[escape.charAt(1)];
  if (letter === undefined) throw new EscapeError("Invalid escape");
  return letter;
}

function charactersOf(escape: string): string {
  const codes = escape.split("\\u").slice(1);
  if (codes.some((code) => code.length < 4)) throw new EscapeError("Invalid \\uXXXX escape");
  if (!codes.every((code) => /^[\da-fA-F]{4}$/.test(code))) {
    throw new EscapeError("Invalid characters in \\uXXXX escape");
  }
  const said = String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)));
  if (/[\ud800-\udbff]/u.test(said)) {
    throw new EscapeError("Invalid \\uXXXX\\uXXXX surrogate pair escape");
  }
  return said.toWellFormed();
}
