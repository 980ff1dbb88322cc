import { CommandError } from "../../options.ts";
import { localeQuoted } from "../../quote.ts";
import { bytesOf } from "../../byte-string.ts";

/** What a key is compared as. */
export type Ordering = "text" | "numeric" | "general" | "human" | "month" | "version" | "random";

export interface KeyOptions {
  readonly ordering: Ordering;
  readonly reverse: boolean;
  readonly foldsCase: boolean;
  readonly dictionary: boolean;
  readonly printable: boolean;
  readonly skipsBlanksAtStart: boolean;
  readonly skipsBlanksAtEnd: boolean;
}

/** A place in a line: the field and the character in it, from 0. */
export interface KeyPlace {
  readonly field: number;
  readonly character: number;
}

export interface SortKey extends KeyOptions {
  readonly start: KeyPlace;
  /** Behind the key; `character` -1 is the field's end. `undefined` for the end of the line. */
  readonly end: KeyPlace | undefined;
}

export const LETTERS: Readonly<Record<string, Ordering>> = {
  n: "numeric",
  g: "general",
  h: "human",
  M: "month",
  V: "version",
  R: "random",
};

/** The letters that stand behind a key, or as options of the call, in their own meaning. */
export function keyOptions(letters: string, blanks: { start: boolean; end: boolean }): KeyOptions {
  const kinds = Array.from(letters).filter((letter) => LETTERS[letter] !== undefined);
  const ordering = LETTERS[kinds.at(-1) ?? ""] ?? "text";
  checkTogether(letters, new Set(kinds));
  return {
    ordering,
    reverse: letters.includes("r"),
    foldsCase: letters.includes("f"),
    dictionary: letters.includes("d"),
    printable: letters.includes("i"),
    skipsBlanksAtStart: blanks.start,
    skipsBlanksAtEnd: blanks.end,
  };
}

/** Two kinds of order say different things, and numbers are no words of a dictionary. */
function checkTogether(letters: string, kinds: ReadonlySet<string>): void {
  const numeric = Array.from(kinds).filter((kind) => kind !== "R" && kind !== "V");
  const isWords = /[di]/.test(letters);
  const isMixed = numeric.length > 1 || (kinds.size > 1 && numeric.length > 0);
  if (!isMixed && !(isWords && numeric.length > 0)) return;
  const shown = Array.from("dghiMnRV").filter((letter) => letters.includes(letter));
  throw new CommandError(`options '-${shown.join("")}' are incompatible`);
}

class KeyReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  take(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  number(where: string): number {
    const digits = /^\d+/.exec(this.#text.slice(this.#at))?.[0];
    if (digits === undefined) {
      this.#refuse(`invalid number ${where}`, this.#text.slice(this.#at));
    }
    this.#at += digits.length;
    return Number(digits);
  }

  letters(): string {
    const letters = /^[bdfghiMnRrV]*/.exec(this.#text.slice(this.#at))?.[0] ?? "";
    this.#at += letters.length;
    return letters;
  }

  refuseZero(what: string): never {
    return this.#refuse(`${what} is zero`, this.#text);
  }

  refuseRest(): never {
    return this.#refuse("stray character in field spec", this.#text);
  }

  #refuse(words: string, text: string): never {
    const shown = words.startsWith("invalid number")
      ? `${words}: invalid count at start of ${localeQuoted(text)}`
      : `${words}: invalid field specification ${localeQuoted(text)}`;
    throw new CommandError(shown);
  }
}

function startOf(reader: KeyReader): KeyPlace {
  const field = reader.number("at field start");
  if (field === 0) reader.refuseZero("field number");
  const character = reader.take(".") ? reader.number("after '.'") : 1;
  if (character === 0) reader.refuseZero("character offset");
  return { field: field - 1, character: character - 1 };
}

function endOf(reader: KeyReader): KeyPlace {
  const field = reader.number("after ','");
  if (field === 0) reader.refuseZero("field number");
  const character = reader.take(".") ? reader.number("after '.'") : 0;
  return { field: field - 1, character: character === 0 ? -1 : character };
}

/** Reads `-k`: `2`, `2,3n`, `1.2b,1.4`; without letters it is ordered as the call says. */
export function parseKey(text: string, global: KeyOptions): SortKey {
  const reader = new KeyReader(text);
  const start = startOf(reader);
  const first = reader.letters();
  let second = "";
  let end: KeyPlace | undefined;
  if (reader.take(",")) {
    end = endOf(reader);
    second = reader.letters();
  }
  if (!reader.isAtEnd) reader.refuseRest();
  const letters = first + second;
  if (letters === "") return { ...global, start, end };
  const blanks = { start: first.includes("b"), end: second.includes("b") };
  return { ...keyOptions(letters, blanks), start, end };
}

/** The byte that parts the fields; `undefined` for blanks. */
export function separatorOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text === "") throw new CommandError("empty tab");
  if (text === "\\0") return "\0";
  const bytes = bytesOf(text);
  if (bytes.length > 1) throw new CommandError(`multi-character tab ${localeQuoted(text)}`);
  return bytes;
}

export const wholeLine = (global: KeyOptions): SortKey => ({
  ...global,
  start: { field: 0, character: 0 },
  end: undefined,
});
