import { FileError } from "../../files/errors.ts";
import type { Input, Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { ByteWriter } from "../text/byte-writer.ts";

const OPTIONS = {
  all: "-a --all",
  data: "-d --data",
  names: "-f --print-file-name",
  length: "-n --bytes=NUMBER",
  digits: "-NUM",
  radix: "-t --radix={o,d,x}",
  octal: "-o",
  blanks: "-w --include-all-whitespace",
  encoding: "-e --encoding={s,S}",
  separator: "-s --output-separator=STRING",
} as const;

type StringsCall = Call<keyof typeof OPTIONS>;

interface Plan {
  readonly pattern: RegExp;
  readonly least: number;
  readonly radix: 8 | 10 | 16 | undefined;
  readonly separator: string;
  readonly hasNames: boolean;
}

const RADIXES: Readonly<Record<string, 8 | 10 | 16>> = { o: 8, d: 10, x: 16 };

function leastLength({ options }: StringsCall): number {
  const length = options.given.findLast(({ key }) => key === "length" || key === "digits")?.value;
  const least = Number(length ?? 4);
  if (!Number.isInteger(least)) throw new CommandError(`invalid integer argument ${length ?? ""}`);
  if (least < 1) throw new CommandError(`invalid minimum string length ${least}`);
  return least;
}

function radixOf({ options }: StringsCall): Plan["radix"] {
  const letter = options.last("radix", "octal") === "octal" ? "o" : options.value("radix");
  if (letter === undefined) return undefined;
  const radix = RADIXES[letter];
  if (radix === undefined) throw new CommandError(`invalid radix: ${localeQuoted(letter)}`);
  return radix;
}

function patternOf({ options }: StringsCall): RegExp {
  const encoding = options.value("encoding") ?? "s";
  if (encoding !== "s" && encoding !== "S") {
    throw new CommandError(`not supported: --encoding=${encoding}`);
  }
  const blanks = options.has("blanks") ? "\\n\\v\\f\\r" : "";
  return new RegExp(`[\\t -~${blanks}${encoding === "S" ? "\\x80-\\xff" : ""}]+`, "g");
}

function planOf(call: StringsCall): Plan {
  const { options } = call;
  return {
    ...{ pattern: patternOf(call), least: leastLength(call), radix: radixOf(call) },
    ...{ hasNames: options.has("names"), separator: options.value("separator") ?? "\n" },
  };
}

/** Finds what goes over from one piece to the next, too. */
class Search {
  readonly #plan: Plan;
  readonly #writer: ByteWriter;
  readonly #name: string;
  #rest = "";
  #at = 0;

  constructor(plan: Plan, writer: ByteWriter, name: string) {
    this.#plan = plan;
    this.#writer = writer;
    this.#name = name;
  }

  add(piece: string): void {
    const text = this.#rest + piece;
    const from = this.#at - this.#rest.length;
    this.#at += piece.length;
    this.#rest = "";
    for (const { 0: found, index } of text.matchAll(this.#plan.pattern)) {
      if (index + found.length === text.length) this.#rest = found;
      else this.#show(found, from + index);
    }
  }

  end(): void {
    this.#show(this.#rest, this.#at - this.#rest.length);
  }

  #show(found: string, place: number): void {
    const { hasNames, least, radix, separator } = this.#plan;
    if (found.length < least) return;
    const name = hasNames ? `${this.#name}: ` : "";
    const where = radix === undefined ? "" : `${place.toString(radix).padStart(7)} `;
    this.#writer.add(`${name}${where}${found}${separator}`);
  }
}

function* search(input: Input, found: Search): Running<void> {
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    found.add(Buffer.from(chunk).toString("latin1"));
    yield;
    chunk = yield* input.read();
  }
  found.end();
}

function refusal(operand: string, error: unknown): string {
  if (!(error instanceof FileError)) throw error;
  if (error.code === "EISDIR") return `Warning: ${quoted(operand)} is a directory`;
  return error.code === "ENOENT"
    ? `${quoted(operand)}: No such file`
    : `${operand}: ${error.message}`;
}

function* run(call: StringsCall): Running<number> {
  const { invocation, options } = call;
  const plan = planOf(call);
  const writer = new ByteWriter(invocation.stdout);
  // A lone dash is the old `-a`, and names no file.
  const files = options.operands.filter((operand) => operand !== "-");
  if (files.length === 0 && options.operands.length > 0) {
    throw new UsageError("a dash is no file: give none to read standard input");
  }
  let status = 0;
  for (const operand of files.length === 0 ? [undefined] : files) {
    try {
      const input = openInput(invocation, operand ?? "-");
      yield* search(input, new Search(plan, writer, operand ?? "{standard input}"));
    } catch (error) {
      complain(invocation, refusal(operand ?? "-", error));
      status = 1;
    }
    writer.flush();
  }
  return status;
}

export const strings = defineCommand({
  name: "strings",
  description: "Print the sequences of printable characters in files",
  usage: "[option(s)] [file(s)]",
  options: OPTIONS,
  run,
});
