import { CommandError } from "../../options.ts";
import { localeQuoted } from "../../quote.ts";

export type ClassName = keyof typeof CLASSES;

const CLASSES = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /\d/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
} as const;

const isClassName = (name: string): name is ClassName => Object.hasOwn(CLASSES, name);

/** A part of a set: bytes in a row, a class, or a byte so many times (`undefined`: as often as needed). */
export type SetPart =
  | { readonly kind: "bytes" | "equals"; readonly bytes: readonly number[] }
  | { readonly kind: "class"; readonly name: ClassName; readonly bytes: readonly number[] }
  | { readonly kind: "repeat"; readonly byte: number; readonly count: number | undefined };

const ALL = Array.from({ length: 256 }, (_, byte) => byte);

export const bytesOfClass = (name: ClassName): readonly number[] =>
  ALL.filter((byte) => CLASSES[name].test(String.fromCharCode(byte)));

const LETTERS: Readonly<Record<string, number>> = {
  ...{ "\\": 92, a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 },
};

/** A byte as it is written, and whether a backslash makes it nothing but itself. */
interface Token {
  readonly byte: number;
  readonly isEscaped: boolean;
}

function tokenAt(text: string, at: number): { readonly token: Token; readonly length: number } {
  const character = text.charAt(at);
  if (character !== "\\" || at + 1 >= text.length) {
    return { token: { byte: character.charCodeAt(0), isEscaped: false }, length: 1 };
  }
  const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(text.slice(at + 1, at + 4))?.[0];
  if (octal !== undefined) {
    const byte = Number.parseInt(octal, 8);
    return { token: { byte, isEscaped: true }, length: octal.length + 1 };
  }
  const next = text.charAt(at + 1);
  const byte = LETTERS[next] ?? next.charCodeAt(0);
  return { token: { byte, isEscaped: true }, length: 2 };
}

/** The bytes of a set, escapes replaced. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const { token, length } = tokenAt(text, at);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

const shown = (byte: number): string =>
  byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;

class SetParser {
  readonly #tokens: readonly Token[];
  readonly #isSecond: boolean;
  #at = 0;

  constructor(text: string, isSecond: boolean) {
    this.#tokens = tokensOf(text);
    this.#isSecond = isSecond;
  }

  parse(): readonly SetPart[] {
    const parts: SetPart[] = [];
    while (this.#at < this.#tokens.length) {
      parts.push(this.#bracket() ?? this.#range());
    }
    return parts;
  }

  /** A byte that is not escaped, as text; empty for others. */
  #plain(at: number): string {
    const token = this.#tokens[at];
    return token === undefined || token.isEscaped ? "" : String.fromCharCode(token.byte);
  }

  #bracket(): SetPart | undefined {
    if (this.#plain(this.#at) !== "[") return undefined;
    const mark = this.#plain(this.#at + 1);
    if (mark === ":" || mark === "=") return this.#named(mark) ?? this.#repeat();
    return this.#repeat();
  }

  /** `[:alpha:]`, `[=x=]`. */
  #named(mark: ":" | "="): SetPart | undefined {
    const start = this.#at + 2;
    let end = start;
    while (
      end < this.#tokens.length &&
      !(this.#plain(end) === mark && this.#plain(end + 1) === "]")
    ) {
      end += 1;
    }
    // `[=*5]` and `[:*]` are repetitions.
    if (end >= this.#tokens.length || (end === start && this.#repeat() !== undefined))
      return undefined;
    const bytes = this.#tokens.slice(start, end).map(({ byte }) => byte);
    const name = this.#text(start, end);
    this.#at = end + 2;
    if (mark === "=") {
      if (bytes.length === 1) return { kind: "equals", bytes };
      throw new CommandError(`${name}: equivalence class operand must be a single character`);
    }
    if (!isClassName(name)) throw new CommandError(`invalid character class ${localeQuoted(name)}`);
    return { kind: "class", name, bytes: bytesOfClass(name) };
  }

  /** `[x*5]`, `[x*010]`, and in the second set `[x*]`. */
  #repeat(): SetPart | undefined {
    const byte = this.#tokens[this.#at + 1]?.byte;
    if (byte === undefined || this.#plain(this.#at + 2) !== "*") return undefined;
    const end = this.#tokens.findIndex((_, at) => at >= this.#at + 3 && this.#plain(at) === "]");
    if (end === -1) return undefined;
    const digits = this.#text(this.#at + 3, end);
    if (!/^\d*$/.test(digits)) {
      throw new CommandError(`invalid repeat count ${localeQuoted(digits)} in [c*n] construct`);
    }
    const count = Number.parseInt(`0${digits}`, digits.startsWith("0") ? 8 : 10);
    if (!this.#isSecond && count === 0) {
      throw new CommandError("the [c*] repeat construct may not appear in string1");
    }
    this.#at = end + 1;
    return { kind: "repeat", byte, count: count === 0 ? undefined : count };
  }

  #text(from: number, end: number): string {
    return String.fromCharCode(...this.#tokens.slice(from, end).map(({ byte }) => byte));
  }

  #range(): SetPart {
    const from = this.#tokens[this.#at]?.byte ?? 0;
    const to = this.#tokens[this.#at + 2]?.byte;
    if (this.#plain(this.#at + 1) !== "-" || to === undefined) {
      this.#at += 1;
      return { kind: "bytes", bytes: [from] };
    }
    if (to < from) {
      const words = "are in reverse collating sequence order";
      throw new CommandError(`range-endpoints of '${shown(from)}-${shown(to)}' ${words}`);
    }
    this.#at += 3;
    return { kind: "bytes", bytes: ALL.slice(from, to + 1) };
  }
}

/** Reads a set, whose characters are bytes. */
export const parseSet = (text: string, isSecond: boolean): readonly SetPart[] =>
  new SetParser(text, isSecond).parse();
