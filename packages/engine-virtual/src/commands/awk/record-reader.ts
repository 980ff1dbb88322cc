import { cutOffLength } from "@agent-sandbox/shell-syntax";

import type { TextSearch } from "../../regex/text-search.ts";
import { joined } from "../../shell/io/joined.ts";
import { decodeText, encodeText } from "../../shell/text.ts";
import type { Input, Running } from "../command.ts";

/** What ends a record: a character, an expression, or empty lines. */
export type RecordEnd = string | TextSearch | typeof PARAGRAPH;

/** Records are parted by empty lines. */
export const PARAGRAPH = Symbol("paragraph");

interface Found {
  readonly end: number;
  readonly next: number;
}

/** Cuts an input into records. */
export class RecordReader {
  readonly #input: Input;
  #text = "";
  #at = 0;
  #isEnded = false;
  #rest: Uint8Array = new Uint8Array(0);
  /** The record that was taken last, and what ended it. */
  record = "";
  ended = "";

  constructor(input: Input) {
    this.#input = input;
  }

  /** Reads until a record can be taken; whether there is one. */
  *await(end: RecordEnd): Running<boolean> {
    for (;;) {
      if (end === PARAGRAPH) this.#skipNewlines();
      if (this.#find(end) !== undefined) return true;
      if (this.#isEnded) return this.#at < this.#text.length;
      yield* this.#fill();
    }
  }

  /** Takes the next record; "more" where more must be read first, "end" where there is none. */
  take(end: RecordEnd): "record" | "more" | "end" {
    if (end === PARAGRAPH) this.#skipNewlines();
    const found = this.#find(end);
    if (found === undefined) return this.#isEnded ? this.#last(end) : "more";
    this.record = this.#text.slice(this.#at, found.end);
    this.ended = this.#text.slice(found.end, found.next);
    this.#at = found.next;
    return "record";
  }

  *next(end: RecordEnd): Running<boolean> {
    return (yield* this.await(end)) && this.take(end) === "record";
  }

  /** What it has read and given nothing of. */
  get unread(): Uint8Array {
    return joined([encodeText(this.#text.slice(this.#at)), this.#rest]);
  }

  *#fill(): Running<void> {
    const chunk = yield* this.#input.read();
    const bytes = chunk === undefined ? this.#rest : Buffer.concat([this.#rest, chunk]);
    const cut = chunk === undefined ? 0 : cutOffLength(bytes);
    this.#rest = bytes.subarray(bytes.length - cut);
    this.#text = this.#text.slice(this.#at) + decodeText(bytes.subarray(0, bytes.length - cut));
    this.#at = 0;
    this.#isEnded = chunk === undefined;
    if (this.#isEnded) this.#rest = new Uint8Array(0);
  }

  #find(end: RecordEnd): Found | undefined {
    if (typeof end === "object") return this.#findPattern(end);
    const mark = end === PARAGRAPH ? "\n\n" : end;
    const place = this.#text.indexOf(mark, this.#at);
    return place === -1 ? undefined : { end: place, next: place + mark.length };
  }

  #findPattern(search: TextSearch): Found | undefined {
    let from = this.#at;
    while (from <= this.#text.length) {
      const found = search.find(this.#text, from);
      // At the end of what is read, it may go on in what is not.
      if (found === undefined || (found.end === this.#text.length && !this.#isEnded)) break;
      if (found.end > found.start) return { end: found.start, next: found.end };
      from = found.end + 1;
    }
    return undefined;
  }

  #skipNewlines(): void {
    while (this.#text.charAt(this.#at) === "\n") this.#at += 1;
  }

  #last(end: RecordEnd): "record" | "end" {
    const rest = this.#text.slice(this.#at);
    this.#text = "";
    this.#at = 0;
    if (rest === "") return "end";
    const isClosed = end === PARAGRAPH && rest.endsWith("\n");
    this.record = isClosed ? rest.slice(0, -1) : rest;
    this.ended = isClosed ? "\n" : "";
    return "record";
  }
}
