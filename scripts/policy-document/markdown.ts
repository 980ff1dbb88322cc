/** A value as files have it. */
export function code(value: unknown): string {
  return `\`${spaced(value)}\``;
}

/** Values as files have them, one after the other. */
export function codes(values: readonly unknown[]): string {
  return values.map(code).join(", ");
}

/** JSON on one line, as people write it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `"${key}": ${spaced(inner)}`);
  return `{ ${entries.join(", ")} }`;
}

/** What is in backticks; what is in quotes; a word with a character that could be markup. */
const NAMES = /`[^`]*`|"[^"]*"|[^\s"`(]*[@*_~[\]<|][^\s"`]*?(?=[,.;:)]*(?:\s|$))/g;

/** A description as a sentence, with patterns, paths and quoted names as code. */
export function sentence(text: string): string {
  const marked = inWords(text);
  return /[.?!]$/.test(marked) ? marked : `${marked}.`;
}

/** The same without an end. */
export function inWords(text: string): string {
  return text.replaceAll(NAMES, (name) => (name.startsWith("`") ? name : `\`${name}\``));
}
