import { joined } from "../../shell/io/joined.ts";
import { decodeText, encodeText } from "../../shell/text.ts";
import type { Input, Running } from "../command.ts";
import type { Assembly, Container } from "./assembly.ts";
import { StreamedValues, WholeValues } from "./assembly.ts";
import { STREAMED_WORDS, WHOLE_WORDS } from "./end-words.ts";
import type { Json } from "./json.ts";
import { EscapeError, unescapedJson } from "./unescaped-json.ts";

/** What is no JSON, in the words of jq. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
}

const BLANK = /[ \t\r\n\ufeff]*/y;
const BLANK_IN_SEQUENCE = /[ \t\r\n\ufeff\x1e]*/y;
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

const BACKSLASH = 92;
const DEEPEST = 10_000;
const STEPS = 1_000;

type State = "value" | "value or end" | "key" | "key or end" | "colon" | "more";

function found(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

export interface ReaderWish {
  /** Whether a record separator may stand in front of a value. */
  readonly isSequence?: boolean;
  /** Whether each leaf is told of by itself. */
  readonly isStreamed?: boolean;
}

/** The quote that ends a string, or -1. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}

/** Reads values one after the other from what may come in pieces. */
export class JsonReader {
  readonly #input: Input | undefined;
  #text = "";
  #at = 0;
  #isEnded: boolean;
  #rest: Uint8Array = new Uint8Array(0);
  readonly #parts: Assembly;
  readonly #isStreamed: boolean;
  readonly #blank: RegExp;
  #state: State = "value";
  /** The lines that were read. */
  lines = 0;

  constructor(source: Input | string, { isSequence = false, isStreamed = false }: ReaderWish = {}) {
    this.#blank = isSequence ? BLANK_IN_SEQUENCE : BLANK;
    this.#parts = isStreamed ? new StreamedValues() : new WholeValues();
    this.#isStreamed = isStreamed;
    this.#input = typeof source === "string" ? undefined : source;
    this.#text = typeof source === "string" ? source : "";
    this.#isEnded = typeof source === "string";
  }

  /** The next value; `undefined` at the end. */
  *next(): Running<Json | undefined> {
    for (let step = 1; ; step += 1) {
      const whole = this.#parts.take();
      if (whole !== undefined) {
        this.#countLine();
        return whole;
      }
      const token = this.#token();
      if (token === undefined) {
        if (this.#isEnded) {
          this.#expectEnd();
          return undefined;
        }
        yield* this.#fill();
      } else {
        this.#at += token.length;
        this.#take(token);
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
    if (this.#parts.depth > 0) this.#fail("Unfinished JSON term at EOF", this.#text.length);
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
    this.#at += found(this.#blank, this.#text, this.#at)?.length ?? 0;
    const first = this.#text.charAt(this.#at);
    if (first === "") return undefined;
    if ("{}[],:".includes(first)) return first;
    return first === '"' ? this.#stringToken() : this.#wordToken();
  }

  #stringToken(): string | undefined {
    const end = endOfString(this.#text, this.#at + 1);
    if (end !== -1) return this.#text.slice(this.#at, end + 1);
    if (!this.#isEnded) return undefined;
    return this.#fail("Unfinished string at EOF", this.#text.length);
  }

  #wordToken(): string | undefined {
    const token = found(WORD, this.#text, this.#at) ?? "";
    const isCut = this.#at + token.length === this.#text.length;
    return isCut && !this.#isEnded ? undefined : token;
  }

  /** Goes past a token. */
  #take(token: string): void {
    switch (token) {
      case "[":
        this.#begin("array", "value or end");
        return;
      case "{":
        this.#begin("object", "key or end");
        return;
      case "]":
      case "}":
        this.#close(token);
        return;
      case ",":
        this.#comma();
        return;
      case ":":
        if (this.#state !== "colon") this.#fail("':' not as part of an object");
        this.#state = "value";
        return;
      default:
        this.#scalar(token);
    }
  }

  #begin(kind: Container, state: State): void {
    this.#expectValue();
    if (this.#parts.depth >= DEEPEST) this.#fail("Exceeds depth limit for parsing");
    this.#parts.begin(kind);
    this.#state = state;
  }

  #expectValue(place = this.#at): void {
    if (this.#state === "value" || this.#state === "value or end") return;
    const isKey = this.#state === "key" || this.#state === "key or end";
    this.#fail(isKey ? "Object keys must be strings" : "Expected separator between values", place);
  }

  #close(token: string): void {
    const kind = token === "]" ? "array" : "object";
    const { innermost } = this.#parts;
    const words = this.#isStreamed ? STREAMED_WORDS : WHOLE_WORDS;
    if (innermost !== kind) this.#fail(words.unmatched(token, innermost));
    const mayEnd = ["more", "value or end", "key or end"].includes(this.#state);
    if (!mayEnd)
      this.#fail(
        innermost === "array" ? words.element : words[this.#state === "key" ? "pair" : "value"],
      );
    this.#parts.close();
    this.#state = this.#parts.depth === 0 ? "value" : "more";
  }

  #comma(): void {
    const { innermost } = this.#parts;
    if (this.#state === "colon") this.#fail("Objects must consist of key:value pairs");
    if (innermost === undefined || this.#state !== "more") this.#fail("Expected value before ','");
    this.#parts.comma();
    this.#state = innermost === "array" ? "value" : "key";
  }

  #scalar(token: string): void {
    const isString = token.startsWith('"');
    if (isString && this.#parts.innermost === "object" && this.#state.startsWith("key")) {
      this.#parts.key(this.#string(token));
      this.#state = "colon";
      return;
    }
    if (isString) this.#expectValue();
    this.#parts.add(isString ? this.#string(token) : this.#word(token));
    this.#state = this.#parts.depth === 0 ? "value" : "more";
  }

  #word(token: string): Json {
    const word = WORDS.get(token);
    if (word === undefined && !NUMBER.test(token)) this.#failAtLiteral(token);
    this.#expectValue(this.#at + 1);
    if (word !== undefined) return word;
    const number = Number(token);
    return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
  }

  /** The line in which a value ends counts as read. */
  #countLine(): void {
    const end = this.#text.indexOf("\n", this.#at - 1);
    this.#countTo(end === -1 ? this.#text.length : end + 1);
  }

  #failAtLiteral(token: string): never {
    const what = /^(?:t|f|n(?!an))/.test(token) ? "Invalid literal" : "Invalid numeric literal";
    if (this.#at >= this.#text.length) this.#fail(`${what} at EOF`);
    return this.#fail(what, this.#at + 1);
  }

  #string(token: string): string {
    if (CONTROL.test(token)) this.#fail(UNESCAPED);
    try {
      return unescapedJson(token.slice(1, -1));
    } catch (error) {
      if (!(error instanceof EscapeError)) throw error;
      return this.#fail(error.message);
    }
  }

  /** What is wrong, and where: behind how many lines and characters. */
  #fail(state: string, place = this.#at): never {
    this.#countLine();
    const before = this.#text.slice(0, place).split("\n");
    const line = this.#linesBefore + before.length;
    throw new JsonSyntaxError(`${state} at line ${line}, column ${before.at(-1)?.length ?? 0}`);
  }
}

function* nothing(): Running<undefined> {
  yield;
  return undefined;
}

/** One value that is the whole of a text. */
export function* wholeJson(text: string): Running<Json> {
  const reader = new JsonReader(text);
  const value = yield* reader.next();
  if (value === undefined) throw new JsonSyntaxError("Expected JSON value");
  if ((yield* reader.next()) !== undefined) {
    throw new JsonSyntaxError("Unexpected extra JSON values");
  }
  return value;
}
