import { cutOffLength } from "@agent-sandbox/shell-syntax";

import { FileError } from "../files/errors.ts";
import { joined } from "../shell/io/joined.ts";
import type { Input, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { defineCommand } from "./define-command.ts";
import { complainOf, openInput, readAll } from "./inputs.ts";
import { isLocaleC } from "./locale.ts";
import { CommandError, UsageError } from "./options.ts";
import { quoted, quotedIfNeeded } from "./quote.ts";
import { decodeText } from "../shell/text.ts";

/** In the order in which the counts are shown. */
const COUNTS = ["lines", "words", "characters", "bytes", "longest"] as const;

const OPTIONS = {
  bytes: "-c --bytes",
  lines: "-l --lines",
  longest: "-L --max-line-length",
  characters: "-m --chars",
  words: "-w --words",
  filesFrom: "--files0-from=F",
} as const;

type OptionKey = keyof typeof OPTIONS;
type Key = Exclude<OptionKey, "filesFrom">;
type Counts = Record<Key, number>;

const NONE: Readonly<Counts> = { lines: 0, words: 0, characters: 0, bytes: 0, longest: 0 };

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/** Counts one input, chunk by chunk. */
class Counter {
  readonly counts: Counts = { ...NONE };
  readonly #wanted: readonly Key[];
  /** Whether each byte is a character: those that are not ASCII do not print. */
  readonly #isBytes: boolean;
  /** What begins a character that is not whole yet. */
  #rest: Uint8Array = new Uint8Array(0);
  #inWord = false;
  #column = 0;

  constructor(wanted: readonly Key[], isBytes: boolean) {
    this.#wanted = wanted;
    this.#isBytes = isBytes;
  }

  add(chunk: Uint8Array): void {
    this.counts.bytes += chunk.length;
    if (this.#wanted.includes("lines")) this.#countLines(chunk);
    if (this.#wanted.includes("words")) this.#countWords(chunk);
    if (this.#wanted.includes("characters") || this.#wanted.includes("longest")) {
      this.#countCharacters(this.#textOf(chunk));
    }
  }

  #textOf(chunk: Uint8Array): string {
    if (this.#isBytes) return Buffer.from(chunk).toString("latin1");
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.length - cutOffLength(bytes);
    this.#rest = bytes.slice(end);
    return decodeText(bytes.subarray(0, end));
  }

  #countLines(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) {
      this.counts.lines += 1;
    }
  }

  #countWords(chunk: Uint8Array): void {
    for (const byte of chunk) {
      const space = isSpace(byte);
      // What does not print neither begins a word nor ends one.
      if (!space && (byte < 32 || byte === 127 || (this.#isBytes && byte > 127))) continue;
      if (!space && !this.#inWord) this.counts.words += 1;
      this.#inWord = !space;
    }
  }

  #countCharacters(text: string): void {
    for (const character of text) {
      // A byte that is no character is none.
      if (character >= "\udc80" && character <= "\udcff") continue;
      this.counts.characters += 1;
      this.#column = this.#columnBehind(character);
      this.counts.longest = Math.max(this.counts.longest, this.#column);
    }
  }

  #columnBehind(character: string): number {
    if (character === "\n" || character === "\r" || character === "\f") return 0;
    if (character === "\t") return this.#column + 8 - (this.#column % 8);
    const isShown = character >= " " && !(this.#isBytes && character > "~");
    return isShown ? this.#column + 1 : this.#column;
  }
}

const PAGE = 4096;

/** Of a file whose bytes alone are wanted nothing is read; one of whole pages may be none that has a size. */
const isUnread = (input: Input, wanted: readonly Key[]): boolean =>
  wanted.join() === "bytes" && input.isSeekable === true && (input.size ?? 1) % PAGE > 0;

function* countsOf(input: Input, wanted: readonly Key[], isBytes: boolean): Running<Counts> {
  const counter = new Counter(wanted, isBytes);
  const kept: Uint8Array[] = [];
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    counter.add(chunk);
    if (isUnread(input, wanted)) kept.push(chunk);
    yield;
    chunk = yield* input.read();
  }
  if (kept.length > 0) input.giveBack?.(joined(kept));
  return counter.counts;
}

function added(total: Readonly<Counts>, counts: Readonly<Counts>): Counts {
  return {
    lines: total.lines + counts.lines,
    words: total.words + counts.words,
    characters: total.characters + counts.characters,
    bytes: total.bytes + counts.bytes,
    longest: Math.max(total.longest, counts.longest),
  };
}

/** The columns are as wide as the sum of the sizes, and 7 where one is not known. */
function widthFor(sizes: readonly (number | undefined)[], wanted: readonly Key[]): number {
  if (sizes.length === 1 && wanted.length === 1) return 1;
  const known = sizes.filter((size) => size !== undefined);
  const digits = String(known.reduce((sum, size) => sum + size, 0)).length;
  return known.length === sizes.length ? digits : Math.max(7, digits);
}

interface Opened {
  readonly operand: string;
  readonly input?: Input;
  readonly error?: unknown;
}

interface Names {
  readonly operands: readonly string[];
  /** What is listed on a pipe is not looked at before. */
  readonly arePiped: boolean;
}

/** The names that stand in a file, each with a zero byte behind it. */
function* namesOf({ invocation, options }: Call<OptionKey>): Running<Names> {
  const list = options.value("filesFrom");
  const [extra] = options.operands;
  if (list === undefined)
    return { operands: extra === undefined ? ["-"] : options.operands, arePiped: false };
  if (extra !== undefined) {
    const words = "file operands cannot be combined with --files0-from";
    throw new UsageError(`extra operand ${quoted(extra)}\n${words}`);
  }
  try {
    const input = openInput(invocation, list);
    const arePiped = input.size === undefined;
    const text = Buffer.from(yield* readAll(input)).toString();
    const operands = text
      .replace(/\0$/, "")
      .split("\0")
      .filter((name) => name !== "" || text !== "");
    return { operands, arePiped };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const words =
      error.code === "EISDIR" ? `${list}: read error` : `cannot open ${quoted(list)} for reading`;
    throw new CommandError(`${words}: ${error.message}`);
  }
}

function opened({ invocation }: Call<OptionKey>, operands: readonly string[]): readonly Opened[] {
  return operands.map((operand) => {
    try {
      return { operand, input: openInput(invocation, operand) };
    } catch (error) {
      return { operand, error };
    }
  });
}

const isAbsent = (error: unknown): boolean => error instanceof FileError && error.code !== "EISDIR";

/** With nothing for what cannot be read: a directory on standard input. */
function* readCounts(
  { invocation }: Call<OptionKey>,
  { input, name }: { readonly input: Input; readonly name: string },
  wanted: readonly (keyof Counts)[],
): Running<{ readonly counts: Readonly<Counts>; readonly isWhole: boolean }> {
  try {
    const counts = yield* countsOf(input, wanted, isLocaleC(invocation.env));
    return { counts, isWhole: true };
  } catch (error) {
    complainOf(invocation, name === "" ? "standard input" : name, error);
    return { counts: NONE, isWhole: false };
  }
}

const isNamed = ({ options }: Call<OptionKey>): boolean =>
  options.operands.length > 0 || options.has("filesFrom");

function* run(call: Call<OptionKey>): Running<number> {
  const { invocation, options } = call;
  const asked = COUNTS.filter((key) => options.has(key));
  const wanted = asked.length === 0 ? (["lines", "words", "bytes"] as const) : asked;
  const { arePiped, operands } = yield* namesOf(call);
  const all = opened(call, operands);
  const sizes = all.map(({ input, error }) => (isAbsent(error) ? 0 : input?.size));
  const width = arePiped ? 1 : widthFor(sizes, wanted);
  const row = (counts: Readonly<Counts>, name: string): string => {
    const columns = wanted.map((key) => String(counts[key]).padStart(width)).join(" ");
    return `${columns}${name === "" ? "" : ` ${name}`}\n`;
  };
  let total = NONE;
  let isRead = all.every(({ error }) => error === undefined);
  for (const { operand, input, error } of all) {
    if (input === undefined) {
      complainOf(invocation, operand, error);
      if (!isAbsent(error)) invocation.stdout.write(row(NONE, quotedIfNeeded(operand)));
      continue;
    }
    const name = isNamed(call) ? quotedIfNeeded(operand) : "";
    const { counts, isWhole } = yield* readCounts(call, { input, name }, wanted);
    isRead &&= isWhole;
    total = added(total, counts);
    invocation.stdout.write(row(counts, name));
  }
  if (all.length > 1) invocation.stdout.write(row(total, "total"));
  return isRead ? 0 : 1;
}

export const wc = defineCommand({
  name: "wc",
  description: "Print newline, word, and byte counts for each file",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
