import type { ScriptReader } from "./script-reader.ts";

/** Goes past `[…]`, in which a delimiter is a character like any other. */
function bracket(reader: ScriptReader, delimiter: string): string {
  let text = "[";
  if (reader.peek() === "^") text += reader.next();
  if (reader.peek() === "]") text += reader.next();
  while (!reader.isAtEnd && reader.peek() !== "\n") {
    const character = reader.next();
    if (character === "]") return `${text}]`;
    if (character === "[" && /[:.=]/.test(reader.peek())) text += `[${named(reader)}`;
    else if (character === "\\") text += escapedInBracket(reader, delimiter);
    else text += character;
  }
  return text;
}

/** The rest of `[:alpha:]`, `[.x.]` or `[=x=]`. */
function named(reader: ScriptReader): string {
  const mark = reader.next();
  let text = mark;
  while (!reader.isAtEnd && reader.peek() !== "\n") {
    const character = reader.next();
    text += character;
    if (character === mark && reader.peek() === "]") return text + reader.next();
  }
  return text;
}

function escapedInBracket(reader: ScriptReader, delimiter: string): string {
  const next = reader.peek();
  if (next === delimiter && next !== "]") return reader.next();
  return "\\";
}

/** A backslash with what follows it. */
function escaped(reader: ScriptReader, delimiter: string, isPattern: boolean): string {
  const next = reader.next();
  const isBare = next === delimiter && (isPattern || next !== "&");
  return isBare ? next : `\\${next}`;
}

/**
 * What stands before the next delimiter, which is taken; a delimiter behind a backslash is one of its
 * characters. `undefined` where none comes.
 */
export function readDelimited(
  reader: ScriptReader,
  delimiter: string,
  isPattern: boolean,
): string | undefined {
  let text = "";
  while (!reader.isAtEnd) {
    const character = reader.next();
    if (character === delimiter) return text;
    if (character === "\n" && isPattern) return undefined;
    if (character === "\\") text += escaped(reader, delimiter, isPattern);
    else if (character === "[" && isPattern) text += bracket(reader, delimiter);
    else text += character;
  }
  return undefined;
}
