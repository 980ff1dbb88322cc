import type { Source } from "./source.ts";
import { lineAt, located } from "./source.ts";

/** What is no jq program. */
export class JqSyntaxError extends Error {
  override readonly name = "JqSyntaxError";
}

export interface Token {
  readonly type: "name" | "field" | "variable" | "format" | "number" | "quote" | "operator" | "end";
  readonly text: string;
  readonly at: number;
}

/** Text of a string, with its escapes, up to what is inserted or to its end. */
export interface StringPiece {
  readonly text: string;
  readonly at: number;
  readonly isEnd: boolean;
}

const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y;

const SHAPES: readonly (readonly [Token["type"], RegExp])[] = [
  ["number", /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y],
  ["field", /\.[a-zA-Z_]\w*/y],
  ["variable", /\$(?:__loc__|(?:[a-zA-Z_]\w*::)*[a-zA-Z_]\w*)/y],
  ["format", /@[a-zA-Z0-9_]+/y],
  ["name", /(?:[a-zA-Z_]\w*::)*[a-zA-Z_]\w*/y],
  ["quote", /"/y],
  [
    "operator",
    /\?\/\/|\/\/=|\.\.|!=|==|<=|>=|\|=|\+=|-=|\*=|\/=|%=|\/\/|[-.[\]{}()|,:;=<>+*/%?$]/y,
  ],
];

const STRING_PIECE = /(?:[^"\\]|\\u[0-9a-zA-Z]{0,4}|\\[^(u])*/y;

/** Words that begin something of their own, and are no function's name. */
export const KEYWORDS = new Set([
  ...["def", "if", "then", "elif", "else", "end", "as", "reduce", "foreach", "try", "catch"],
  ...["label", "import", "include", "module", "and", "or", "__loc__"],
]);

/** What the grammar calls tokens. */
const NAMES: Readonly<Partial<Record<Token["type"], string>>> = {
  end: "$end",
  name: "IDENT",
  field: "FIELD",
  variable: "'$'",
  format: "FORMAT",
  number: "LITERAL",
  quote: "QQSTRING_START",
};

function shownToken({ text, type }: Token): string {
  if (type === "name" && KEYWORDS.has(text)) return text;
  return NAMES[type] ?? (text.length === 1 ? `'${text}'` : text);
}

/** Reads a program token by token; a string is read in pieces, between which the program goes on. */
export class Lexer {
  readonly source: Source;
  readonly #text: string;
  #end = 0;
  #last: Token | undefined;
  current: Token;

  constructor(source: Source) {
    this.source = source;
    this.#text = source.text;
    this.current = this.#read();
  }

  next(): Token {
    const token = this.current;
    this.current = this.#read();
    return token;
  }

  get isAtEnd(): boolean {
    return this.current.type === "end";
  }

  expectEnd(): void {
    if (this.current.type !== "end") this.failExpecting("$end");
  }

  is(text: string): boolean {
    const { type } = this.current;
    return (type === "operator" || type === "name") && this.current.text === text;
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  /** Goes behind the piece, without reading on. */
  stringPiece(): StringPiece {
    const at = this.#end;
    STRING_PIECE.lastIndex = at;
    const text = STRING_PIECE.exec(this.#text)?.[0] ?? "";
    this.#end += text.length;
    if (this.#text.startsWith("\\(", this.#end)) {
      this.#end += 2;
      this.current = this.#read();
      return { text, at, isEnd: false };
    }
    if (this.#text.charAt(this.#end) !== '"') this.fail("unterminated string literal");
    this.#end += 1;
    return { text, at, isEnd: true };
  }

  /** Begins to read a string: the current token is its quote, or the parenthesis that ends what is in it. */
  intoString(): void {
    this.#end = this.current.at + 1;
  }

  /** Behind a string: reads on. */
  outOfString(): void {
    this.current = this.#read();
  }

  get line(): number {
    return lineAt(this.source, this.current.at);
  }

  fail(state?: string): never {
    return this.failAt(state ?? this.#unexpected(""), this.current.at);
  }

  /** `what` is all that may stand here, in the words of jq's grammar. */
  failExpecting(what: string): never {
    return this.failAt(this.#unexpected(`, expecting ${what}`), this.current.at);
  }

  #unexpected(expecting: string): string {
    const found = shownToken(this.current);
    return `syntax error, unexpected ${found}${expecting} (Unix shell quoting issues?)`;
  }

  failAt(state: string, at: number): never {
    throw new JqSyntaxError(located(state, this.source, at));
  }

  /** The end is where the last blanks or the last token begin. */
  #endToken(blank: number): Token {
    const before = this.#end - blank;
    const { at = 0, type = "quote" } = this.#last ?? {};
    if (blank > 0) return { type: "end", text: "", at: before };
    return { type: "end", text: "", at: type === "quote" ? Math.max(0, before - 1) : at };
  }

  #read(): Token {
    this.#last = this.#next();
    return this.#last;
  }

  #next(): Token {
    BLANK.lastIndex = this.#end;
    const blank = BLANK.exec(this.#text)?.[0].length ?? 0;
    this.#end += blank;
    const at = this.#end;
    if (at >= this.#text.length) return this.#endToken(blank);
    for (const [type, shape] of SHAPES) {
      shape.lastIndex = at;
      const text = shape.exec(this.#text)?.[0];
      if (text === undefined) continue;
      this.#end = at + text.length;
      return { type, text, at };
    }
    this.current = { type: "operator", text: this.#text.charAt(at), at };
    return this.failAt(
      "syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?)",
      at,
    );
  }
}
