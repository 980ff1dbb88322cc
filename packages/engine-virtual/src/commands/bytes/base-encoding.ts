import { FileError } from "../../files/errors.ts";
import type { Command, Input, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quotedIfNeeded } from "../quote.ts";
import { ByteReader } from "./byte-reader.ts";
import type { BaseCode } from "./base-codes.ts";
import { BASE32, BASE64 } from "./base-codes.ts";

const OPTIONS = {
  decode: "-d --decode",
  ignore: "-i --ignore-garbage",
  wrap: "-w --wrap=COLS",
} as const;

type BaseCall = Call<keyof typeof OPTIONS>;

/** Bytes that are encoded at a time: a multiple of what all codes take at once. */
const PIECE = 61_440;

function columnsOf({ options }: BaseCall): number {
  const text = options.value("wrap") ?? "76";
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid wrap size: ${localeQuoted(text)}`);
  return Number(text);
}

/** Writes text in lines of one width. */
class Lines {
  readonly #columns: number;
  #column = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  wrapped(text: string): string {
    if (this.#columns === 0) return text;
    const parts: string[] = [];
    for (let at = 0; at < text.length;) {
      const part = text.slice(at, at + this.#columns - this.#column);
      parts.push(part);
      at += part.length;
      this.#column += part.length;
      if (this.#column === this.#columns) {
        parts.push("\n");
        this.#column = 0;
      }
    }
    return parts.join("");
  }

  end(): string {
    return this.#column > 0 ? "\n" : "";
  }
}

function* encode(call: BaseCall, code: BaseCode, input: Input): Running<void> {
  const { stdout } = call.invocation;
  const lines = new Lines(columnsOf(call));
  const reader = new ByteReader(input);
  for (;;) {
    const bytes = yield* reader.take(PIECE);
    if (bytes.length > 0) stdout.write(lines.wrapped(code.encode(bytes)));
    if (bytes.length < PIECE) break;
    yield;
  }
  stdout.write(lines.end());
}

function* decode(call: BaseCall, code: BaseCode, input: Input): Running<void> {
  const { invocation, options } = call;
  let rest = "";
  const unwanted = options.has("ignore") ? code.garbage : /\n/g;
  const reader = new ByteReader(input);
  let chunk = yield* reader.next(PIECE);
  while (chunk !== undefined) {
    const text = rest + Buffer.from(chunk).toString("latin1").replaceAll(unwanted, "");
    const next = yield* reader.next(PIECE);
    const end = next === undefined ? text.length : text.length - (text.length % code.group);
    const { bytes, isWhole } = code.decode(text.slice(0, end));
    invocation.stdout.write(bytes);
    if (!isWhole) throw new CommandError("invalid input");
    rest = text.slice(end);
    chunk = next;
    yield;
  }
}

function* run(call: BaseCall, code: BaseCode): Running<number> {
  const { invocation, options } = call;
  const [operand = "-", extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  columnsOf(call);
  try {
    const input = openInput(invocation, operand);
    yield* options.has("decode") ? decode(call, code, input) : encode(call, code, input);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const name = error.code === "EISDIR" ? "read error" : quotedIfNeeded(operand);
    throw new CommandError(`${name}: ${error.message}`);
  }
  return 0;
}

const baseCommand = (name: string, code: BaseCode): Command =>
  defineCommand({
    name,
    description: `Encode or decode ${name}`,
    usage: "[OPTION]... [FILE]",
    options: OPTIONS,
    run: (call) => run(call, code),
  });

export const base64 = baseCommand("base64", BASE64);
export const base32 = baseCommand("base32", BASE32);
