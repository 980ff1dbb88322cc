import { FileError } from "../../files/errors.ts";
import type { Invocation, Running } from "../command.ts";
import { openInput } from "../inputs.ts";
import { ReadAhead } from "../read-ahead.ts";
import type { AwkArray } from "./awk-array.ts";
import { AwkError } from "./awk-error.ts";
import { unescaped } from "./escapes.ts";
import type { RecordEnd } from "./record-reader.ts";
import { cannotRead } from "./streams.ts";
import { RecordReader } from "./record-reader.ts";
import type { Value } from "./value.ts";
import { InputText, textOf } from "./value.ts";

/** What the main input takes from the program, and tells it. */
export interface InputHost {
  readonly invocation: Invocation;
  readonly end: RecordEnd;
  readonly argumentCount: number;
  records: number;
  fileRecords: number;
  fileName: Value;
  recordEnd: string;
  array(name: string): AwkArray;
  assign(name: string, value: Value): void;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/;

/** `name=value`, as an operand or behind `-v`. */
export function readAssignment(text: string): { name: string; value: Value } | undefined {
  const [, name, value] = ASSIGNMENT.exec(text) ?? [];
  return name === undefined || value === undefined
    ? undefined
    : { name, value: new InputText(unescaped(value)) };
}

/** The files of the command line, one after the other, with the assignments between them. */
export class MainInput {
  readonly #host: InputHost;
  #reader: RecordReader | undefined;
  #ahead: ReadAhead | undefined;
  #argument = 0;
  #hasFile = false;

  constructor(host: InputHost) {
    this.#host = host;
  }

  /** The number of the operand that is read. */
  get argument(): number {
    return this.#hasFile ? this.#argument : 0;
  }

  /** Takes a record where one is at hand. */
  take(): string | undefined {
    const reader = this.#reader;
    if (reader?.take(this.#host.end) !== "record") return undefined;
    this.#host.records += 1;
    this.#host.fileRecords += 1;
    this.#host.recordEnd = reader.ended;
    return reader.record;
  }

  /** The next record, `undefined` at the end of all. */
  *next(): Running<string | undefined> {
    for (;;) {
      this.#reader ??= this.#open();
      if (this.#reader === undefined) return undefined;
      if (yield* this.#isAtEnd(this.#reader)) {
        this.#reader = undefined;
        continue;
      }
      return this.take();
    }
  }

  /** Reads until a record is at hand; whether there is none. */
  *#isAtEnd(reader: RecordReader): Running<boolean> {
    try {
      return !(yield* reader.await(this.#host.end));
    } catch (error) {
      if (error instanceof FileError) throw new AwkError(`read error (${error.message})`);
      throw error;
    }
  }

  /** `nextfile` */
  skipFile(): void {
    this.#reader = undefined;
  }

  /** Of what was read ahead, what is behind a buffer's end is the next command's: awk does not seek back. */
  leave(): void {
    if (this.#reader !== undefined) this.#ahead?.leave(this.#reader.unread, { seeks: false });
  }

  #open(): RecordReader | undefined {
    const { invocation } = this.#host;
    for (;;) {
      const operand = this.#nextOperand();
      if (operand === undefined) return undefined;
      this.#hasFile = true;
      this.#host.fileRecords = 0;
      this.#host.fileName = operand.name;
      try {
        this.#ahead = new ReadAhead(openInput(invocation, operand.path));
        return new RecordReader(this.#ahead);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        throw new AwkError(`${cannotRead(operand.path, error)} (${error.message})`);
      }
    }
  }

  /** The next file that the command line names, or standard input where it names none. */
  #nextOperand(): { readonly path: string; readonly name: Value } | undefined {
    const host = this.#host;
    const operands = host.array("ARGV");
    for (this.#argument += 1; this.#argument < host.argumentCount; this.#argument += 1) {
      const key = this.#argument;
      const path = operands.has(key) ? textOf(operands.get(key), "%.6g") : "";
      const assignment = readAssignment(path);
      if (assignment !== undefined) host.assign(assignment.name, assignment.value);
      else if (path !== "") return { path, name: new InputText(path) };
    }
    if (this.#hasFile) return undefined;
    return { path: "-", name: "" };
  }
}
