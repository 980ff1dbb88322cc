import { Buffer } from "node:buffer";

import { FileError } from "../../../files/errors.ts";
import type { Invocation, Running } from "../../command.ts";
import { complain } from "../../define-command.ts";
import { openInput } from "../../inputs.ts";
import { CommandError } from "../../options.ts";
import { ReadAhead } from "../../read-ahead.ts";
import { LineReader } from "../lines.ts";
import { textOf } from "../../byte-string.ts";

/** What sed asks for at once. */
const BUFFER = 4096;

export interface SedInputOptions {
  readonly invocation: Invocation;
  readonly operands: readonly string[];
  readonly lineEnd: string;
  /** Whether each file has its own first and last line. */
  readonly isSeparate: boolean;
  /** `-u`: no more is read than a line at a time. */
  readonly isUnbuffered: boolean;
  /** Told before the first line of a file; false where it is passed over. */
  readonly starts: (operand: string) => boolean;
  /** Told when a file has been read to its end. */
  readonly ends: () => void;
}

/** The lines of all files, with what must be known of the next one. */
export class SedInput {
  readonly #options: SedInputOptions;
  readonly #operands: string[];
  #reader: LineReader | undefined;
  #input: ReadAhead | undefined;
  #lines: readonly string[] = [];
  #at = 0;
  #isFileOpen = false;
  #hasEnded = false;
  failed = false;
  lineNumber = 0;
  fileName = "-";
  /** Whether the line that was taken last had its end. */
  hasEnd = true;

  constructor(options: SedInputOptions) {
    this.#options = options;
    this.#operands = options.operands.toReversed();
  }

  /** Whether it is known if there is another line, which can be taken at once then. */
  get isKnown(): boolean {
    if (this.#at < this.#lines.length || this.#hasEnded) return true;
    return this.#options.isSeparate && this.#reader === undefined;
  }

  get isLast(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** The next line, which is there. */
  take(): string {
    const line = this.#lines[this.#at] ?? "";
    this.#at += 1;
    this.lineNumber += 1;
    this.hasEnd = this.#reader?.isCut !== true;
    return textOf(line);
  }

  /** Reads on, until it is known whether there is another line. */
  *look(): Running<void> {
    while (!this.isKnown) {
      if (this.#reader === undefined) this.#openNext();
      else yield* this.#readOn(this.#reader);
    }
  }

  /** Makes sure of a next line, in the next file too; false where there is none. */
  *hasNext(): Running<boolean> {
    for (;;) {
      yield* this.look();
      if (!this.isLast) return true;
      this.#endFile();
      if (this.#hasEnded) return false;
      this.#openNext();
    }
  }

  /** Nothing more is read: the file that is open is done with. */
  stop(): void {
    this.#leave();
    this.#endFile();
  }

  /** What was read ahead is the next command's. */
  #leave(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    const { lineEnd } = this.#options;
    const lines = this.#lines.slice(this.#at).join(lineEnd);
    const end = this.isLast || reader.isCut ? "" : lineEnd;
    this.#input?.leave(Buffer.from(lines + end + reader.unread, "latin1"));
  }

  *#readOn(reader: LineReader): Running<void> {
    let lines: readonly string[] | undefined;
    try {
      lines = yield* reader.next();
    } catch (error) {
      this.#refuse(error, this.fileName);
    }
    if (lines === undefined) {
      this.#reader = undefined;
      return;
    }
    this.#lines = lines;
    this.#at = 0;
  }

  #endFile(): void {
    if (this.#isFileOpen) this.#options.ends();
    this.#isFileOpen = false;
  }

  #openNext(): void {
    const operand = this.#operands.pop();
    if (operand === undefined) {
      this.#hasEnded = true;
      return;
    }
    try {
      this.#open(operand);
    } catch (error) {
      this.#refuse(error, operand);
    }
  }

  #open(operand: string): void {
    const { invocation, starts, lineEnd, isSeparate, isUnbuffered } = this.#options;
    if (!starts(operand)) return;
    this.#input = new ReadAhead(openInput(invocation, operand), isUnbuffered ? 1 : BUFFER);
    this.#reader = new LineReader(this.#input, lineEnd);
    this.#isFileOpen = true;
    this.fileName = operand;
    if (isSeparate) this.lineNumber = 0;
  }

  /** What is not there is passed over; what cannot be read ends it all. */
  #refuse(error: unknown, operand: string): void {
    if (!(error instanceof FileError)) throw error;
    const { code, message } = error;
    const name = operand === "-" ? "stdin" : operand;
    if (code === "EISDIR") throw new CommandError(`read error on ${name}: ${message}`, 4);
    this.failed = true;
    complain(this.#options.invocation, `can't read ${operand}: ${message}`);
  }
}
