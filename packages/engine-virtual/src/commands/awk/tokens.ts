import { AwkError } from "./awk-error.ts";
import type { ArrayUse } from "./syntax.ts";
import { unescaped } from "./escapes.ts";

export interface Token {
  readonly type:
    | "number"
    | "string"
    | "name"
    | "function"
    | "builtin"
    | "keyword"
    | "operator"
    | "newline"
    | "end";
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
}

const KEYWORDS = new Set([
  ...["BEGIN", "END", "function", "func", "if", "else", "while", "for", "do", "break", "continue"],
  ...["next", "nextfile", "exit", "return", "delete", "in", "getline", "print", "printf"],
]);

export const BUILTIN_NAMES: ReadonlySet<string> = new Set([
  ...["length", "index", "substr", "match", "split", "sub", "gsub", "gensub", "sprintf"],
  ...["tolower", "toupper", "asort", "asorti", "strtonum", "sin", "cos", "atan2", "exp", "log"],
  ...["sqrt", "int", "rand", "srand", "system", "close", "fflush", "systime", "strftime", "mktime"],
  ...["and", "or", "xor", "lshift", "rshift", "compl"],
]);

const OPERATOR =
  /\*\*=|\*\*|&&|\|\||\+\+|--|[-+*/%^]=|==|<=|>=|!=|>>|!~|[-{}()[\];,+*/%^!<>|?:~$=]/y;
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const NAME = /[A-Za-z_]\w*/y;
const BLANK = /(?:[ \t\r]|\\\r?\n|#[^\n]*)*/y;
/** A slash between brackets is one like any other character. */
const REGEX = /(?:\\[^\n]|\[\^?\]?(?:\[:\w+:\]|\\[^\n]|[^\]\\\n])*\]|[^/\\\n[])*/y;
const STRING = /"((?:[^"\\\n]|\\[^])*)"/y;

function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

/** Reads a program's text token by token. */
export class Tokens {
  readonly #text: string;
  #end = 0;
  current: Token;
  /** What has been read as an array so far. */
  arrays: ArrayUse[] = [];

  constructor(text: string) {
    this.#text = text;
    this.current = this.#read();
  }

  /** Goes on, and gives the token that was the current one. */
  next(): Token {
    const token = this.current;
    this.current = this.#read();
    return token;
  }

  /** Gives the name of an array back, whose use is noted. */
  array(name: string): string {
    this.arrays.push({ name, at: this.current.at });
    return name;
  }

  is(text: string): boolean {
    const { type } = this.current;
    return (type === "operator" || type === "keyword") && this.current.text === text;
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  /** Whether a word comes behind the current token. */
  isBefore(word: string): boolean {
    const start = this.#end + (at(BLANK, this.#text, this.#end)?.[0].length ?? 0);
    return at(NAME, this.#text, start)?.[0] === word;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  /** An expression between slashes, of which the first is the current token. */
  regex(): string {
    const start = this.current.at + 1;
    const text = at(REGEX, this.#text, start)?.[0];
    if (text === undefined || this.#text.charAt(start + text.length) !== "/") {
      this.fail("unterminated regular expression");
    }
    this.#end = start + text.length + 1;
    this.current = this.#read();
    return text;
  }

  fail(state = `syntax error at or near ${this.#shown()}`): never {
    throw new AwkError(`line ${this.#line()}: ${state}`);
  }

  #shown(): string {
    const { type, text } = this.current;
    return type === "end" ? "end of file" : type === "newline" ? "end of line" : text;
  }

  #line(): number {
    return this.#text.slice(0, this.current.at).split("\n").length;
  }

  #read(): Token {
    this.#end += at(BLANK, this.#text, this.#end)?.[0].length ?? 0;
    const start = this.#end;
    if (start >= this.#text.length) return { type: "end", text: "", at: start };
    if (this.#text.charAt(start) === "\n") return this.#token("newline", "\n", start);
    const found =
      this.#string(start) ?? this.#number(start) ?? this.#name(start) ?? this.#operator(start);
    if (found !== undefined) return found;
    const line = this.#text.slice(0, start).split("\n").length;
    const what = this.#text.charAt(start);
    throw new AwkError(
      what === '"'
        ? `line ${line}: runaway string constant`
        : `line ${line}: unexpected character '${what}'`,
    );
  }

  #token(type: Token["type"], text: string, start: number): Token {
    this.#end = start + text.length;
    return { type, text, at: start };
  }

  #string(start: number): Token | undefined {
    const found = at(STRING, this.#text, start);
    if (found === null) return undefined;
    return { ...this.#token("string", found[0], start), text: unescaped(found[1] ?? "") };
  }

  #number(start: number): Token | undefined {
    const found = at(NUMBER, this.#text, start);
    return found === null ? undefined : this.#token("number", found[0], start);
  }

  #name(start: number): Token | undefined {
    const name = at(NAME, this.#text, start)?.[0];
    if (name === undefined) return undefined;
    if (KEYWORDS.has(name)) return this.#token("keyword", name, start);
    if (BUILTIN_NAMES.has(name)) return this.#token("builtin", name, start);
    const isCall = this.#text.charAt(start + name.length) === "(";
    return this.#token(isCall ? "function" : "name", name, start);
  }

  #operator(start: number): Token | undefined {
    const found = at(OPERATOR, this.#text, start)?.[0];
    return found === undefined ? undefined : this.#token("operator", found, start);
  }
}
