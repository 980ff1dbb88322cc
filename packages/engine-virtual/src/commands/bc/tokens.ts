import { BcError } from "./number.ts";

export interface Token {
  readonly type: "number" | "name" | "string" | "sign" | "newline" | "end";
  readonly text: string;
  readonly line: number;
}

/** What is no program of bc. */
export class BcSyntaxError extends BcError {
  readonly line: number;

  constructor(line: number, words = "syntax error") {
    super(words);
    this.line = line;
  }
}

const TOKEN =
  /\\\n|[ \t\r\f]+|\/\*[^]*?\*\/|#[^\n]*|((?:[0-9A-F](?:\\\n)?)+(?:\.(?:[0-9A-F](?:\\\n)?)*)?|\.(?:[0-9A-F](?:\\\n)?)+)|([a-z][a-z0-9_]*)|"([^"]*)"|(\n)|(\+\+|--|&&|\|\||[-+*/%^<>=!]=|[-+*/%^<>=!(){}[\],;.])/y;

/** Reads a text token by token. */
export class Tokens {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #next: Token | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  peek(): Token {
    this.#next ??= this.#read();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = undefined;
    return token;
  }

  /** Takes `a[]`, if that comes next, and gives its name. */
  arrayName(): string | undefined {
    const { type, text } = this.peek();
    const behind = /^[ \t]*\[[ \t]*\]/.exec(this.#text.slice(this.#at, this.#at + 64));
    if (type !== "name" || behind === null) return undefined;
    this.#at += behind[0].length;
    this.#next = undefined;
    return text;
  }

  /** Goes on behind the end of the line. */
  skipLine(): void {
    while (!/^(?:newline|end)$/.test(this.#typeOrSkip())) this.#next = undefined;
    this.#next = undefined;
  }

  #typeOrSkip(): string {
    try {
      return this.peek().type;
    } catch (error) {
      if (!(error instanceof BcSyntaxError)) throw error;
      this.#at += 1;
      return "";
    }
  }

  #read(): Token {
    for (;;) {
      if (this.#at >= this.#text.length) return { type: "end", text: "", line: this.#line };
      // A pattern of its own for each read: its position is its own.
      const pattern = new RegExp(TOKEN);
      pattern.lastIndex = this.#at;
      const found = pattern.exec(this.#text);
      if (found === null) throw new BcSyntaxError(this.#line, "illegal character");
      this.#at += found[0].length;
      const token = tokenOf(found, this.#line);
      this.#line += found[0].split("\n").length - 1;
      if (token !== undefined) return token;
    }
  }
}

const TYPES = ["number", "name", "string", "newline", "sign"] as const;

function tokenOf(found: RegExpExecArray, line: number): Token | undefined {
  for (const [index, type] of TYPES.entries()) {
    const text = found.at(index + 1);
    if (text === undefined) continue;
    return { type, text: type === "number" ? text.replaceAll("\\\n", "") : text, line };
  }
  return undefined;
}
