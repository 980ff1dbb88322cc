import { joined } from "../../shell/io/joined.ts";
import { decodeText, encodeText } from "../../shell/text.ts";
import type { Input, Running } from "../command.ts";
import type { Json } from "./json.ts";

/** What is no JSON, in the words of jq. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
}

const BLANK = /[ \t\r\n\ufeff]*/y;
const STRING = /"((?:[^"\\]|\\[^])*)"/y;
const WORD = /[^\s{}[\],:"]+/y;
const CONTROL = /[\0-\x1f]/;
const UNESCAPED = "Invalid string: control characters from U+0000 through U+001F must be escaped";
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["null", null],
  ["true", true],
  ["false", false],
  ["nan", Number.NaN],
  ["NaN", Number.NaN],
]);

/** Values that are not whole yet. */
type Open =
  | { readonly kind: "array"; readonly values: Json[] }
  | { readonly kind: "object"; readonly values: Map<string, Json>; key: string | undefined };

const DEEPEST = 10_000;
const STEPS = 1_000;

type State = "value" | "value or end" | "key" | "key or end" | "colon" | "more";

function found(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Reads values one after the other from what may come in pieces. */
export class JsonReader {
  readonly #input: Input | undefined;
  #text = "";
  #at = 0;
  #isEnded: boolean;
  #rest: Uint8Array = new Uint8Array(0);
  #open: Open[] = [];
  #state: State = "value";
  /** The lines that were read. */
  lines = 0;

  constructor(source: Input | string) {
    this.#input = typeof source === "string" ? undefined : source;
    this.#text = typeof source === "string" ? source : "";
    this.#isEnded = typeof source === "string";
  }

  /** The next value; `undefined` at the end. */
  *next(): Running<Json | undefined> {
    this.#open = [];
    this.#state = "value";
    for (let step = 1; ; step += 1) {
      const token = this.#token();
      if (token === undefined) {
        if (this.#isEnded) {
          this.#expectEnd();
          return undefined;
        }
        yield* this.#fill();
      } else {
        const value = this.#take(token);
        if (value !== undefined) return value;
      }
      if (step % STEPS === 0) yield;
    }
  }

  /** What comes behind the line that was read last: jq reads line by line. */
  get unread(): Uint8Array {
    const end = this.#text.indexOf("\n", this.#at) + 1;
    const rest = this.#text.slice(end === 0 ? this.#text.length : end);
    return joined([encodeText(rest), this.#rest]);
  }

  #expectEnd(): void {
    if (this.#open.length > 0) this.#fail("Unfinished JSON term at EOF", this.#text.length);
  }

  *#fill(): Running<void> {
    const chunk = yield* this.#input?.read() ?? nothing();
    const bytes = chunk === undefined ? this.#rest : Buffer.concat([this.#rest, chunk]);
    // Up to a line's end, so that no character and no token is cut.
    const end = chunk === undefined ? bytes.length : bytes.lastIndexOf(10) + 1;
    this.#rest = bytes.subarray(end);
    this.#countTo(this.#at);
    this.#linesBefore += this.#text.slice(0, this.#at).split("\n").length - 1;
    this.#text = this.#text.slice(this.#at) + decodeText(bytes.subarray(0, end));
    this.#at = 0;
    this.#counted = 0;
    this.#isEnded = chunk === undefined;
    if (this.#isEnded) this.#rest = new Uint8Array(0);
  }

  /** Up to where lines were counted, and how many were in what is dropped. */
  #counted = 0;
  #linesBefore = 0;

  /** Counts lines up to a place. */
  #countTo(place: number): void {
    let at = this.#text.indexOf("\n", this.#counted);
    while (at !== -1 && at < place) {
      this.lines += 1;
      this.#counted = at + 1;
      at = this.#text.indexOf("\n", at + 1);
    }
  }

  /** The next token, as text; `undefined` where it is not whole. */
  #token(): string | undefined {
    this.#at += found(BLANK, this.#text, this.#at)?.length ?? 0;
    const first = this.#text.charAt(this.#at);
    if (first === "") return undefined;
    if ("{}[],:".includes(first)) return first;
    return first === '"' ? this.#stringToken() : this.#wordToken();
  }

  #stringToken(): string | undefined {
    const token = found(STRING, this.#text, this.#at);
    if (token !== undefined || !this.#isEnded) return token;
    return this.#fail("Unfinished string at EOF", this.#text.length);
  }

  #wordToken(): string | undefined {
    const token = found(WORD, this.#text, this.#at) ?? "";
    const isCut = this.#at + token.length === this.#text.length;
    return isCut && !this.#isEnded ? undefined : token;
  }

  /** Goes past a token; gives the value that it makes whole. */
  #take(token: string): Json | undefined {
    this.#at += token.length;
    switch (token) {
      case "[":
        this.#begin({ kind: "array", values: [] }, "value or end");
        return undefined;
      case "{":
        this.#begin({ kind: "object", values: new Map(), key: undefined }, "key or end");
        return undefined;
      case "]":
      case "}":
        return this.#close(token);
      case ",":
        this.#comma();
        return undefined;
      case ":":
        if (this.#state !== "colon") this.#fail("':' not as part of an object");
        this.#state = "value";
        return undefined;
      default:
        return this.#scalar(token);
    }
  }

  #begin(open: Open, state: State): void {
    this.#expectValue();
    if (this.#open.length >= DEEPEST) this.#fail("Exceeds depth limit for parsing");
    this.#open.push(open);
    this.#state = state;
  }

  #expectValue(place = this.#at): void {
    if (this.#state === "value" || this.#state === "value or end") return;
    const isKey = this.#state === "key" || this.#state === "key or end";
    this.#fail(isKey ? "Object keys must be strings" : "Expected separator between values", place);
  }

  #close(token: string): Json | undefined {
    const top = this.#open.at(-1);
    const isArray = token === "]";
    if (top === undefined || (top.kind === "array") !== isArray) this.#fail(`Unmatched '${token}'`);
    const mayEnd = ["more", "value or end", "key or end"].includes(this.#state);
    if (!mayEnd)
      this.#fail(
        isArray
          ? "Expected another array element"
          : this.#state === "key"
            ? "Expected another key-value pair"
            : "Objects must consist of key:value pairs",
      );
    this.#open.pop();
    return this.#add(top.values);
  }

  #comma(): void {
    const top = this.#open.at(-1);
    if (top === undefined || this.#state !== "more") this.#fail("Expected value before ','");
    this.#state = top.kind === "array" ? "value" : "key";
  }

  #scalar(token: string): Json | undefined {
    const isString = token.startsWith('"');
    const top = this.#open.at(-1);
    if (isString && top?.kind === "object" && this.#state.startsWith("key")) {
      top.key = this.#string(token);
      this.#state = "colon";
      return undefined;
    }
    if (isString) {
      this.#expectValue();
      return this.#add(this.#string(token));
    }
    const word = WORDS.get(token);
    if (word === undefined && !NUMBER.test(token)) this.#failAtLiteral(token);
    this.#expectValue(this.#at + 1);
    if (word !== undefined) return this.#add(word);
    const number = Number(token);
    return this.#add(Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE);
  }

  #failAtLiteral(token: string): never {
    const what = /^(?:t|f|n(?!an))/.test(token) ? "Invalid literal" : "Invalid numeric literal";
    if (this.#at >= this.#text.length) this.#fail(`${what} at EOF`);
    return this.#fail(what, this.#at + 1);
  }

  #string(token: string): string {
    if (CONTROL.test(token)) this.#fail(UNESCAPED);
    if (!token.includes("\\")) return token.slice(1, -1);
    return unescapedJson(token.slice(1, -1)) ?? this.#fail("Invalid escape");
  }

  #add(value: Json): Json | undefined {
    const top = this.#open.at(-1);
    this.#state = "more";
    if (top === undefined) {
      const end = this.#text.indexOf("\n", this.#at - 1);
      this.#countTo(end === -1 ? this.#text.length : end + 1);
      return value;
    }
    if (top.kind === "array") top.values.push(value);
    else top.values.set(top.key ?? "", value);
    return undefined;
  }

  /** What is wrong, and where: behind how many lines and characters. */
  #fail(state: string, place = this.#at): never {
    const before = this.#text.slice(0, place).split("\n");
    const line = this.#linesBefore + before.length;
    throw new JsonSyntaxError(`${state} at line ${line}, column ${before.at(-1)?.length ?? 0}`);
  }
}

function* nothing(): Running<undefined> {
  yield;
  return undefined;
}

const LETTERS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "/": "/",
  "\\": "\\",
};

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|[^])/g;
const RIGHT = /^(?:[^\\]|\\(?:u[0-9a-fA-F]{4}|[bfnrt"/\\]))*$/;

/** What the inside of a JSON string says; `undefined` where an escape is none. */
export function unescapedJson(text: string): string | undefined {
  if (!RIGHT.test(text)) return undefined;
  const said = text.replace(ESCAPE, (escape) =>
    escape.length > 2
      ? String.fromCharCode(Number.parseInt(escape.slice(2), 16))
      : (LETTERS[escape.charAt(1)] ?? ""),
  );
  return said.toWellFormed();
}

/** One value that is the whole of a text; its ticks are left out. */
export function parseJson(text: string): Json {
  const reader = new JsonReader(text);
  const value = drained(reader.next());
  if (value === undefined) throw new JsonSyntaxError("Expected JSON value");
  if (drained(reader.next()) !== undefined) {
    throw new JsonSyntaxError("Unexpected extra JSON values");
  }
  return value;
}

function drained<Result>(running: Running<Result>): Result {
  for (;;) {
    const { done, value } = running.next();
    if (done === true) return value;
  }
}
