/** What is no jq program. */
export class JqSyntaxError extends Error {
  override readonly name = "JqSyntaxError";
  /** Where in the program, where that is known and not said yet. */
  readonly at: number;

  constructor(message: string, at = 0) {
    super(message);
    this.at = at;
  }
}

export interface Token {
  readonly type: "name" | "field" | "variable" | "format" | "number" | "quote" | "operator" | "end";
  readonly text: string;
  readonly at: number;
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

const STRING_PIECE = /(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^(u])*/y;

/** Reads a program token by token; a string is read in pieces, between which the program goes on. */
export class Lexer {
  readonly #text: string;
  #end = 0;
  current: Token;

  constructor(text: string) {
    this.#text = text;
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
    if (this.current.type !== "end") this.fail();
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

  /** Text of a string up to its end or to `\(`; goes behind that, without reading on. */
  stringPiece(): { readonly text: string; readonly isEnd: boolean } {
    STRING_PIECE.lastIndex = this.#end;
    const text = STRING_PIECE.exec(this.#text)?.[0] ?? "";
    this.#end += text.length;
    if (this.#text.startsWith("\\(", this.#end)) {
      this.#end += 2;
      this.current = this.#read();
      return { text, isEnd: false };
    }
    if (this.#text.charAt(this.#end) !== '"') this.fail("unterminated string literal");
    this.#end += 1;
    return { text, isEnd: true };
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
    return this.#text.slice(0, this.current.at).split("\n").length;
  }

  fail(state?: string): never {
    const { type, text } = this.current;
    const what = type === "end" ? "$end" : type === "operator" ? `'${text}'` : text.toUpperCase();
    const words = state ?? `syntax error, unexpected ${what} (Unix shell quoting issues?)`;
    throw new JqSyntaxError(`${words} at <top-level>, line ${this.line}:\n${this.#shown()}`);
  }

  /** The program, and behind it as many blanks as stand in front of what is wrong. */
  #shown(): string {
    const at = Math.min(this.current.at, this.#text.length - 1);
    return this.#text.includes("\n") ? this.#text : this.#text + " ".repeat(Math.max(0, at));
  }

  #read(): Token {
    BLANK.lastIndex = this.#end;
    this.#end += BLANK.exec(this.#text)?.[0].length ?? 0;
    const at = this.#end;
    if (at >= this.#text.length) return { type: "end", text: "", at };
    for (const [type, shape] of SHAPES) {
      shape.lastIndex = at;
      const text = shape.exec(this.#text)?.[0];
      if (text === undefined) continue;
      this.#end = at + text.length;
      return { type, text, at };
    }
    this.current = { type: "operator", text: this.#text.charAt(at), at };
    return this.fail(`syntax error, unexpected INVALID_CHARACTER`);
  }
}
