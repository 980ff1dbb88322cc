import type { Json, JsonObject } from "./json.ts";
import { isArray, sortedKeys } from "./json.ts";
import { numberText } from "./number-text.ts";

export interface JsonLayout {
  /** What one level is indented by; all in one line without it. */
  readonly indent?: string;
  readonly sortsKeys?: boolean;
  /** Whether what is not ASCII is escaped. */
  readonly isAscii?: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

const TO_ESCAPE = /["\\\0-\x1f\x7f]/g;
const TO_ESCAPE_IN_ASCII = /["\\\0-\x1f\x7f-\uffff]/g;

const hex = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

function stringText(text: string, isAscii: boolean): string {
  const escaped = text.replace(
    isAscii ? TO_ESCAPE_IN_ASCII : TO_ESCAPE,
    (character) => ESCAPES[character] ?? hex(character),
  );
  return `"${escaped}"`;
}

/** So deep a value may be in others to be written, and what jq has in its place. */
const DEEPEST = 256;
const TOO_DEEP = "<stripped: exceeds max depth>";

/** A list or an object that is half written. */
interface Part {
  readonly values: readonly Json[];
  /** Of an object, whose values these are. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** Writes a value piece by piece, however large or deep it is. */
export class JsonWriter {
  readonly #layout: JsonLayout;
  readonly #open: Part[] = [];
  #text = "";

  constructor(value: Json, layout: JsonLayout) {
    this.#layout = layout;
    this.#add(value);
  }

  /** Writes so many values at most; whether that is all. */
  advance(most: number): boolean {
    let part = this.#open.at(-1);
    for (let left = most; left > 0 && part !== undefined; left -= 1) {
      if (part.next < part.values.length) this.#addNext(part);
      else this.#close(part);
      part = this.#open.at(-1);
    }
    return part === undefined;
  }

  /** What is written and was not taken yet. */
  get length(): number {
    return this.#text.length;
  }

  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  #addNext(part: Part): void {
    if (part.next > 0) this.#text += ",";
    this.#breakLine();
    const key = part.keys?.[part.next];
    if (key !== undefined) {
      const colon = this.#layout.indent === undefined ? ":" : ": ";
      this.#text += stringText(key, this.#layout.isAscii === true) + colon;
    }
    const value = part.values[part.next] ?? null;
    part.next += 1;
    this.#add(value);
  }

  #add(value: Json): void {
    if (this.#open.length > DEEPEST) this.#text += TOO_DEEP;
    else if (value === null || typeof value === "boolean") this.#text += String(value);
    else if (typeof value === "number") this.#text += numberText(value);
    else if (typeof value === "string") {
      this.#text += stringText(value, this.#layout.isAscii === true);
    } else if (isArray(value)) this.#begin({ values: value, keys: undefined, next: 0 });
    else this.#begin(this.#partOf(value));
  }

  #partOf(object: JsonObject): Part {
    const keys = this.#layout.sortsKeys === true ? sortedKeys(object) : [...object.keys()];
    return { values: keys.map((key) => object.get(key) ?? null), keys, next: 0 };
  }

  #begin(part: Part): void {
    if (part.values.length === 0) {
      this.#text += part.keys === undefined ? "[]" : "{}";
      return;
    }
    this.#text += part.keys === undefined ? "[" : "{";
    this.#open.push(part);
  }

  #close({ keys }: Part): void {
    this.#open.pop();
    this.#breakLine();
    this.#text += keys === undefined ? "]" : "}";
  }

  #breakLine(): void {
    const { indent } = this.#layout;
    if (indent !== undefined) this.#text += `\n${indent.repeat(this.#open.length)}`;
  }
}
