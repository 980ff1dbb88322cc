import { FileError } from "../../files/errors.ts";
import { joined } from "../../shell/io/joined.ts";
import { decodeText, encodeText } from "../../shell/text.ts";
import type { Input, Invocation, Running } from "../command.ts";
import { complain } from "../define-command.ts";
import { openInput, readAll } from "../inputs.ts";
import { ReadAhead } from "../read-ahead.ts";
import type { Json } from "./json.ts";
import type { ReaderWish } from "./json-reader.ts";
import { JsonReader } from "./json-reader.ts";
import type { Inputs } from "./machine.ts";
import { validText } from "./valid-text.ts";

interface Source {
  readonly lines: number;
  /** What it has read and given nothing of. */
  readonly unread: Uint8Array;
  next(): Running<Json | undefined>;
}

/** Each line of an input as a string. */
class LineReader implements Source {
  readonly #input: Input;
  #text = "";
  #rest: Uint8Array = new Uint8Array(0);
  #isEnded = false;
  lines = 0;

  constructor(input: Input) {
    this.#input = input;
  }

  *next(): Running<Json | undefined> {
    let end = this.#text.indexOf("\n");
    while (end === -1 && !this.#isEnded) {
      yield* this.#fill();
      end = this.#text.indexOf("\n");
    }
    if (end === -1 && this.#text === "") return undefined;
    const line = end === -1 ? this.#text : this.#text.slice(0, end);
    this.#text = end === -1 ? "" : this.#text.slice(end + 1);
    if (end !== -1) this.lines += 1;
    return validText(line);
  }

  get unread(): Uint8Array {
    return joined([encodeText(this.#text), this.#rest]);
  }

  *#fill(): Running<void> {
    const chunk = yield* this.#input.read();
    const bytes = chunk === undefined ? this.#rest : Buffer.concat([this.#rest, chunk]);
    const end = chunk === undefined ? bytes.length : bytes.lastIndexOf(10) + 1;
    this.#rest = bytes.subarray(end);
    this.#text += decodeText(bytes.subarray(0, end));
    this.#isEnded = chunk === undefined;
  }
}

export interface InputWish {
  readonly operands: readonly string[];
  readonly isRaw: boolean;
  readonly isSlurped: boolean;
  /** How values are read. */
  readonly reader: ReaderWish;
}

/** The values of the files that a call names, or of standard input. */
export class FileInputs implements Inputs {
  readonly #invocation: Invocation;
  readonly #wish: InputWish;
  #next = 0;
  #source: Source | undefined;
  #ahead: ReadAhead | undefined;
  #isSlurped = false;
  #isAtEnd = false;
  /** Whether a file could not be opened. */
  hasFailed = false;
  name: string | undefined;

  constructor(invocation: Invocation, wish: InputWish) {
    this.#invocation = invocation;
    this.#wish = wish;
  }

  get lines(): number {
    return this.#source?.lines ?? 0;
  }

  /** Whether anything was asked for; where all was read at once, nothing more. */
  get isOpen(): boolean {
    return this.#next > 0 && !this.#isAtEnd;
  }

  *next(): Running<Json | undefined> {
    if (!this.#wish.isSlurped) return yield* this.#one();
    if (this.#isSlurped) {
      this.#isAtEnd = true;
      return undefined;
    }
    this.#isSlurped = true;
    return this.#wish.isRaw ? yield* this.#wholeText() : yield* this.#allValues();
  }

  *#one(): Running<Json | undefined> {
    for (;;) {
      this.#source ??= this.#open();
      if (this.#source === undefined) return undefined;
      const value = yield* this.#source.next();
      if (value !== undefined) return value;
      if (this.#next >= this.#operands.length) return undefined;
      this.#source = undefined;
    }
  }

  *#allValues(): Running<Json> {
    const values: Json[] = [];
    for (let value = yield* this.#one(); value !== undefined; value = yield* this.#one()) {
      values.push(value);
      if (values.length % 1_000 === 0) yield;
    }
    return values;
  }

  *#wholeText(): Running<Json> {
    let text = "";
    for (let input = this.#nextInput(); input !== undefined; input = this.#nextInput()) {
      text += decodeText(yield* readAll(input));
    }
    return validText(text);
  }

  get #operands(): readonly string[] {
    return this.#wish.operands.length === 0 ? ["-"] : this.#wish.operands;
  }

  #open(): Source | undefined {
    const input = this.#nextInput();
    if (input === undefined) return undefined;
    this.#ahead = new ReadAhead(input);
    const { isRaw, reader } = this.#wish;
    return isRaw ? new LineReader(this.#ahead) : new JsonReader(this.#ahead, reader);
  }

  /** What was read ahead is the next command's. */
  leave(): void {
    if (this.#source !== undefined) this.#ahead?.leave(this.#source.unread);
  }

  /** The next file that can be opened; it is said which cannot. */
  #nextInput(): Input | undefined {
    for (;;) {
      const operand = this.#operands[this.#next];
      if (operand === undefined) return undefined;
      this.#next += 1;
      this.name = operand === "-" ? undefined : operand;
      try {
        return openInput(this.#invocation, operand);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        complain(this.#invocation, `error: Could not open file ${operand}: ${error.message}`);
        this.hasFailed = true;
      }
    }
  }
}
