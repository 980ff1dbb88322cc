import { FileError } from "../../files/errors.ts";
import type { Input, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { EMPTY_INPUT } from "../empty-input.ts";
import { complainOf, openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { bytesOf } from "../byte-string.ts";
import { ByteWriter } from "./byte-writer.ts";
import { LineCursor } from "./line-cursor.ts";

const OPTIONS = {
  delimiters: "-d --delimiters=LIST",
  serial: "-s --serial",
  zero: "-z --zero-terminated",
} as const;

type PasteCall = Call<keyof typeof OPTIONS>;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "0": "", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
};

function delimitersOf({ options }: PasteCall): readonly string[] {
  const text = options.value("delimiters") ?? "\t";
  if (/^(?:[^\\]|\\.)*\\$/s.test(text)) {
    throw new CommandError(`delimiter list ends with an unescaped backslash: ${text}`);
  }
  const found = bytesOf(text).match(/\\[^]|[^\\]/g) ?? [""];
  return found.map((one) => {
    const letter = one.slice(1);
    return one.startsWith("\\") ? (ESCAPES[letter] ?? letter) : one;
  });
}

interface Plan {
  readonly delimiters: readonly string[];
  readonly end: string;
}

/** Lines side by side; standard input that is named twice gives its lines in turn. */
class Pasting {
  readonly #call: PasteCall;
  readonly #plan: Plan;
  readonly #writer: ByteWriter;
  #standard: LineCursor | undefined;
  failed = false;

  constructor(call: PasteCall, plan: Plan) {
    this.#call = call;
    this.#plan = plan;
    this.#writer = new ByteWriter(call.invocation.stdout);
  }

  #open(operand: string): LineCursor {
    const { invocation } = this.#call;
    const cursor = (input: Input): LineCursor => new LineCursor(input, this.#plan.end);
    if (operand !== "-") return cursor(this.#read(operand));
    this.#standard ??= cursor(invocation.stdin);
    return this.#standard;
  }

  /** A directory can be opened, and not read: it is as an empty file. */
  #read(operand: string): Input {
    const { invocation } = this.#call;
    try {
      return openInput(invocation, operand);
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== "EISDIR") throw error;
      complainOf(invocation, operand, error);
      this.failed = true;
      return EMPTY_INPUT;
    }
  }

  #delimiter(index: number): string {
    const { delimiters } = this.#plan;
    return delimiters[index % delimiters.length] ?? "";
  }

  *serially(operands: readonly string[]): Running<void> {
    for (const operand of operands) {
      try {
        yield* this.#one(this.#open(operand));
      } catch (error) {
        complainOf(this.#call.invocation, operand, error);
        this.failed = true;
      }
    }
    this.#writer.flush();
  }

  *#one(cursor: LineCursor): Running<void> {
    let line = yield* cursor.next();
    if (line !== undefined) this.#writer.add(line);
    for (let index = 0; line !== undefined; index += 1) {
      line = yield* cursor.next();
      if (line !== undefined) this.#writer.add(this.#delimiter(index) + line);
      if (index % 1_000 === 999) yield;
    }
    this.#writer.add(this.#plan.end);
  }

  *sideBySide(operands: readonly string[]): Running<void> {
    const cursors: LineCursor[] = [];
    for (const operand of operands) {
      try {
        cursors.push(this.#open(operand));
      } catch (error) {
        complainOf(this.#call.invocation, operand, error);
        this.failed = true;
        return;
      }
    }
    for (let row = 0; yield* this.#row(cursors, operands); row += 1) {
      if (row % 256 === 255) yield;
    }
    this.#writer.flush();
  }

  *#row(cursors: readonly LineCursor[], operands: readonly string[]): Running<boolean> {
    let text = "";
    let hasAny = false;
    for (const [index, cursor] of cursors.entries()) {
      const line = yield* this.#lineOf(cursor, operands[index] ?? "");
      hasAny ||= line !== undefined;
      text += (index === 0 ? "" : this.#delimiter(index - 1)) + (line ?? "");
    }
    if (hasAny) this.#writer.add(text + this.#plan.end);
    return hasAny;
  }

  *#lineOf(cursor: LineCursor, operand: string): Running<string | undefined> {
    try {
      return yield* cursor.next();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      complainOf(this.#call.invocation, operand, error);
      this.failed = true;
      return undefined;
    }
  }
}

function* run(call: PasteCall): Running<number> {
  const { options } = call;
  const operands = options.operands.length === 0 ? ["-"] : options.operands;
  const plan = { delimiters: delimitersOf(call), end: options.has("zero") ? "\0" : "\n" };
  const pasting = new Pasting(call, plan);
  if (options.has("serial")) yield* pasting.serially(operands);
  else yield* pasting.sideBySide(operands);
  return pasting.failed ? 1 : 0;
}

export const paste = defineCommand({
  name: "paste",
  description: "Write lines of several files side by side",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
