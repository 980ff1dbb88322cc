import { byteText, CONTROL_LETTERS, rejoined } from "@agent-sandbox/shell-syntax";

import { parseExtended } from "../../regex/parse-posix.ts";
import { ExpressionError } from "../../regex/syntax.ts";
import { TextSearch } from "../../regex/text-search.ts";
import { AwkError } from "./awk-error.ts";
import { type Code, constant, plain } from "./code.ts";

/** What an escape stands for in an expression of awk; others are the parser's own. */
const CONTROLS: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  '"': '"',
  "/": "/",
  "&": "&",
};

/** What has a meaning of its own between brackets. */
const IN_BRACKET = new Set(["]", "[", "^", "-", "\\"]);

function outside(escape: string): string {
  const character = escape.charAt(1);
  const octal = /^\\([0-7]{1,3})$/.exec(escape)?.[1];
  if (octal !== undefined) return literally(byteText(Number.parseInt(octal, 8) & 0xff));
  if (character === "y") return "\\b";
  if (character === "B") return "\\B";
  return CONTROLS[character] ?? escape;
}

const literally = (character: string): string => `[${inside(`\\${character}`)}]`;

function inside(escape: string): string {
  const character = escape.charAt(1);
  const octal = /^\\([0-7]{2,3})$/.exec(escape)?.[1];
  const meant =
    octal === undefined
      ? (CONTROLS[character] ?? (character === "b" ? "\b" : character))
      : byteText(Number.parseInt(octal, 8) & 0xff);
  return IN_BRACKET.has(meant) ? `[.${meant}.]` : meant;
}

const BRACKET = /\[\^?\]?(?:\[:\w+:\]|\[\.[^]*?\.\]|\[=[^]*?=\]|\\[0-7]{2,3}|\\[^]|[^\]\\])*\]/;
const PIECE = new RegExp(`${BRACKET.source}|\\\\[0-7]{2,3}|\\\\[^]|[^\\\\[]+|[^]`, "g");

const NUMBERED = /\\x([\da-fA-F]{1,2})|\\([0-7]{3})|\\[^]/g;

/** Bytes that are written by their numbers, side by side as the characters that they are. */
function withBytes(source: string): string {
  const written = source.replace(NUMBERED, (escape, hex?: string, octal?: string) => {
    if (hex === undefined && octal === undefined) return escape;
    const code =
      (hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16)) & 0xff;
    return code < 0x80 ? `\\${code.toString(8).padStart(3, "0")}` : byteText(code);
  });
  return rejoined(written);
}

/** An awk expression as POSIX has it: between brackets awk knows escapes, where POSIX has none. */
function asPosix(source: string): string {
  if (!source.includes("\\")) return source;
  return withBytes(source).replace(PIECE, (piece) => {
    if (piece.startsWith("\\")) return piece.length === 1 ? "\\\\" : outside(piece);
    if (!piece.startsWith("[") || piece.length === 1) return piece;
    return piece.replace(/\\[0-7]{2,3}|\\[^]/g, inside);
  });
}

const MOST = 500;

/** Expressions by their text: what a program makes up as it runs is compiled once. */
export class PatternCache {
  readonly #known = new Map<string, TextSearch>();
  readonly #folded = new Map<string, TextSearch>();
  /** Whether the program says anywhere that case does not matter. */
  mayIgnoreCase = false;
  /** Whether it does not matter now. */
  ignoresCase = false;

  get(source: string): TextSearch {
    const all = this.ignoresCase ? this.#folded : this.#known;
    const known = all.get(source);
    if (known !== undefined) return known;
    if (all.size >= MOST) all.clear();
    const made = this.#compile(source);
    all.set(source, made);
    return made;
  }

  /** What a program's own expression searches for, which may change where case may. */
  code(source: string): Code<TextSearch> {
    const search = this.get(source);
    return this.mayIgnoreCase ? plain(() => this.get(source)) : constant(search);
  }

  #compile(source: string): TextSearch {
    try {
      return new TextSearch(parseExtended(asPosix(source)), {
        longest: true,
        ignoreCase: this.ignoresCase,
      });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw new AwkError(`regular expression compile failed (${error.message})\n${source}`);
    }
  }
}
