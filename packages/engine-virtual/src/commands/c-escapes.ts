import { CONTROL_LETTERS } from "@agent-sandbox/shell-syntax";

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...CONTROL_LETTERS, b: "\b", "\\": "\\", '"': '"' }).map(
    ([letter, character]) => [character, letter],
  ),
);

/** What does not print: control characters, and bytes that are no characters. */
export const UNPRINTABLE = /[\0-\x1f\x7f\udc80-\udcff]/u;

/** A character as C writes it in a text. */
export const cEscape = (character: string): string =>
  `\\${LETTERS.get(character) ?? (character.charCodeAt(0) & 0xff).toString(8).padStart(3, "0")}`;
