import type { Running } from "../command.ts";
import type { Compiled, Frame } from "./filter.ts";
import { BreakError, Pause } from "./filter.ts";
import { textOf } from "./formats.ts";
import { HaltError } from "./halt.ts";
import type { FileInputs } from "./inputs.ts";
import type { Json } from "./json.ts";
import { isTrue, JqError } from "./json.ts";
import { JsonSyntaxError } from "./json-reader.ts";
import type { Machine } from "./machine.ts";
import type { Flag, Words } from "./read-words.ts";
import { readColors, USUAL_COLORS } from "./jq-colors.ts";
import { ColoredWriter } from "./write-colored.ts";
import { type JsonLayout, JsonWriter } from "./json-writer.ts";
import { writeJson } from "./write-json.ts";

/** How much is kept before it is written. */
const FULL = 65_536;

/** Values of one output that are written before the clock is looked at. */
const STEP = 128;

/** What makes a string come without its quotes. */
const RAW = ["raw-output", "join", "raw-output0"] as const;

function layoutOf({ flags, indent }: Words): JsonLayout {
  return {
    ...(indent === "" ? {} : { indent }),
    sortsKeys: flags.has("sort-keys"),
    isAscii: flags.has("ascii"),
  };
}

/** What stands behind each output. */
function endOf(flags: ReadonlySet<Flag>): string {
  if (flags.has("raw-output0")) return "\0";
  return flags.has("join") ? "" : "\n";
}

/** Runs a program over its inputs, and writes what comes out. */
export class FilterRun {
  readonly #machine: Machine;
  readonly #inputs: FileInputs;
  readonly #filter: Compiled;
  readonly #words: Words;
  readonly #layout: JsonLayout;
  readonly #colored: ColoredWriter | undefined;
  readonly #isRaw: boolean;
  readonly #end: string;
  #pending = "";
  /** How it went with the last input; with those before it does not count. */
  #outcome: "none" | "nothing" | "false" | "true" | "failed" = "none";

  constructor(machine: Machine, inputs: FileInputs, [filter, words]: readonly [Compiled, Words]) {
    this.#machine = machine;
    this.#inputs = inputs;
    this.#filter = filter;
    this.#words = words;
    this.#layout = layoutOf(words);
    this.#colored = this.#coloredWriter();
    this.#isRaw = RAW.some((flag) => words.flags.has(flag));
    this.#end = endOf(words.flags);
  }

  /** How a value is written: in the colours of `JQ_COLORS`, where colours are wanted. */
  #coloredWriter(): ColoredWriter | undefined {
    const { flags } = this.#words;
    const { env, stderr } = this.#machine.invocation;
    const colors = readColors(env.get("JQ_COLORS") ?? "");
    if (colors === undefined) stderr.write("Failed to set $JQ_COLORS\n");
    if (!flags.has("color") || flags.has("monochrome")) return undefined;
    return new ColoredWriter(this.#layout, colors ?? USUAL_COLORS);
  }

  *run(frame: Frame): Running<number> {
    try {
      yield* this.#each(frame);
    } catch (error) {
      if (!(error instanceof HaltError)) throw error;
      this.flush();
      return this.#halted(error);
    }
    this.flush();
    return this.#status();
  }

  *#each(frame: Frame): Running<void> {
    if (this.#words.flags.has("null-input")) {
      yield* this.#one(null, frame);
      return;
    }
    for (;;) {
      const input = yield* this.#inputs.next();
      if (input === undefined) return;
      yield* this.#one(input, frame);
      if (this.#machine.isTime()) yield;
    }
  }

  *#one(input: Json, frame: Frame): Running<void> {
    this.#outcome = "nothing";
    try {
      const { one } = this.#filter;
      if (one !== undefined) {
        yield* this.#write(one(input, frame));
        return;
      }
      for (const output of this.#filter.run(input, frame)) {
        if (output instanceof Pause) yield output.tick;
        else yield* this.#write(output);
        if (this.#pending.length >= FULL) {
          this.flush();
          yield;
        }
      }
    } catch (error) {
      this.#complain(error);
    }
  }

  *#write(value: Json): Running<void> {
    if (this.#words.flags.has("seq")) this.#pending += "\x1e";
    if (this.#isRaw && typeof value === "string") this.#pending += this.#textOf(value);
    else if (this.#colored === undefined) yield* this.#writeJson(value);
    else this.#pending += this.#colored.write(value);
    this.#pending += this.#end;
    this.#outcome = isTrue(value) ? "true" : "false";
  }

  *#writeJson(value: Json): Running<void> {
    const writer = new JsonWriter(value, this.#layout);
    for (;;) {
      const isWhole = writer.advance(STEP);
      this.#pending += writer.take();
      if (isWhole) return;
      if (this.#pending.length >= FULL) this.flush();
      if (this.#machine.isTime()) yield;
    }
  }

  /** A text without quotes, but where all that is not ASCII is escaped. */
  #textOf(text: string): string {
    return this.#words.flags.has("ascii") ? writeJson(text, { isAscii: true }) : text;
  }

  flush(): void {
    const text = this.#pending;
    this.#pending = "";
    if (text !== "") this.#machine.invocation.stdout.write(text);
  }

  get #place(): string {
    if (!this.#inputs.isOpen) return "<unknown>";
    return `${this.#inputs.name ?? "<stdin>"}:${this.#inputs.lines}`;
  }

  #complain(error: unknown): void {
    this.#outcome = "failed";
    this.flush();
    this.#machine.invocation.stderr.write(`jq: error (at ${this.#place})${wordsOf(error)}\n`);
  }

  #halted({ status, value }: HaltError): number {
    const { stderr } = this.#machine.invocation;
    if (typeof value === "string") stderr.write(value);
    else if (value !== undefined && value !== null) stderr.write(`${writeJson(value, {})}\n`);
    return status & 0xff;
  }

  #status(): number {
    if (this.#inputs.hasFailed) return 2;
    if (this.#outcome === "failed") return 5;
    return this.#words.flags.has("exit-status") ? EXIT_STATUS[this.#outcome] : 0;
  }
}

/** What `-e` tells (jq(1), "--exit-status"). */
const EXIT_STATUS = { none: 0, nothing: 4, false: 1, true: 0 } as const;

/** What an error says; a stack that is full is one, too. */
function wordsOf(error: unknown): string {
  if (error instanceof BreakError) return ": break";
  if (error instanceof JsonSyntaxError) return `: ${error.message}`;
  if (error instanceof RangeError) return ": too much recursion";
  if (!(error instanceof JqError)) throw error;
  const { value } = error;
  if (typeof value === "string") return `: ${value}`;
  if (value === null) return " (not a string): null";
  return ` (not a string): ${textOf(value)}`;
}
