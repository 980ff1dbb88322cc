import { cutOffLength } from "@agent-sandbox/shell-syntax";
import { Buffer, isUtf8 } from "node:buffer";

import { FileError } from "../../files/errors.ts";
import type { Invocation, Running } from "../command.ts";
import { complain, defineCommand } from "../define-command.ts";
import type { NamedInput } from "../inputs.ts";
import { eachInput } from "../inputs.ts";
import { isLocaleC } from "../locale.ts";
import { ByteWriter } from "./byte-writer.ts";
import { LineReader } from "./lines.ts";

const NOT_ASCII = /[^\0-\x7f]/;

/** Without a character at its end of which bytes are missing. */
const withoutCutOff = (line: string): string =>
  line.slice(0, line.length - cutOffLength(Buffer.from(line.slice(-3), "latin1")));

const isText = (line: string, isBytes: boolean): boolean =>
  !NOT_ASCII.test(line) || (!isBytes && isUtf8(Buffer.from(line, "latin1")));

/** Character by character, whatever bytes they have. */
function reversed(line: string): string {
  if (!NOT_ASCII.test(line)) return Array.from(line).reverse().join("");
  const text = Buffer.from(line, "latin1").toString();
  return Buffer.from(Array.from(text).reverse().join("")).toString("latin1");
}

/** Turns line by line, up to the first one that is no text; a zero byte takes the rest of its line away. */
class Reversal {
  readonly #writer: ByteWriter;
  /** Whether each byte is a character: then only those of ASCII are some. */
  readonly #isBytes: boolean;
  #held = "";
  /** How many lines are done. */
  count = 0;

  constructor(writer: ByteWriter, isBytes: boolean) {
    this.#writer = writer;
    this.#isBytes = isBytes;
  }

  /** Whether it was one that could be turned. */
  line(line: string, isCut: boolean): boolean {
    const read = isCut && !this.#isBytes ? withoutCutOff(line) : line;
    if (!isText(read, this.#isBytes)) return false;
    const zero = read.indexOf("\0");
    this.#held += zero === -1 ? read : read.slice(0, zero);
    if (zero === -1 && !isCut) this.#writer.add(`${this.#take()}\n`);
    return true;
  }

  end(): void {
    this.#writer.add(this.#take());
    this.#writer.flush();
  }

  #take(): string {
    const line = this.#held;
    this.#held = "";
    this.count += 1;
    return reversed(line);
  }
}

function* reverseLines({ input, operand }: NamedInput, invocation: Invocation): Running<number> {
  const reader = new LineReader(input);
  const writer = new ByteWriter(invocation.stdout);
  const reversal = new Reversal(writer, isLocaleC(invocation.env));
  for (let lines = yield* reader.next(); lines !== undefined; lines = yield* reader.next()) {
    const isWhole = lines.every((line) => reversal.line(line, reader.isCut));
    writer.flush();
    if (!isWhole) {
      const name = operand === "-" ? "stdin" : operand;
      const words = "Invalid or incomplete multibyte or wide character";
      complain(invocation, `${name}: ${reversal.count}: ${words}`);
      return 1;
    }
    yield;
  }
  reversal.end();
  return 0;
}

function complaint(invocation: Invocation, operand: string, error: unknown): void {
  if (!(error instanceof FileError)) throw error;
  const name = operand === "-" ? "stdin" : operand;
  const words = error.code === "EISDIR" ? `${name}: 0` : `cannot open ${name}`;
  complain(invocation, `${words}: ${error.message}`);
}

export const rev = defineCommand({
  name: "rev",
  description: "Reverse lines characterwise",
  usage: "[options] [file ...]",
  options: {},
  *run(call) {
    return yield* eachInput(call, (named) => reverseLines(named, call.invocation), complaint);
  },
});
