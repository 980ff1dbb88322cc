import { Buffer } from "node:buffer";

import { FileError } from "../files/errors.ts";
import { encodeText } from "../shell/text.ts";
import type { Input, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complain, defineCommand } from "./define-command.ts";
import { type Content, contentOf, named } from "./grep-content.ts";
import type { Searched } from "./grep-files.ts";
import { filesToSearch } from "./grep-files.ts";
import { selectedLines } from "./grep-lines.ts";
import type { GrepCall, GrepKey, GrepPlan } from "./grep-options.ts";
import { GREP_OPTIONS, planGrep } from "./grep-options.ts";
import { GrepOutput } from "./grep-output.ts";
import { isOwnOutput, openInput, readAll } from "./inputs.ts";
import { ReadAhead } from "./read-ahead.ts";
import { readEnough } from "./read-enough.ts";

function occurrences(bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** The last line may have no end. In what is no text a zero byte ends a line, too. */
function lineCount(bytes: Buffer, { binary, lineEnd }: GrepPlan): number {
  const ends = lineEnd === "\0" ? [0] : binary === "binary" ? [10, 0] : [10];
  const count = ends.reduce((sum, end) => sum + occurrences(bytes, end), 0);
  const last = bytes.at(-1);
  return last === undefined || ends.includes(last) ? count : count + 1;
}

/** What grep asks for at once, and what a pipe has of it. */
const FILE_BUFFER = 98_304;
const PIPE_BUFFER = 65_536;

/** Searches file by file. */
class Grep {
  readonly #call: GrepCall;
  readonly #plan: GrepPlan;
  readonly #named: boolean;
  readonly #required: Buffer;
  #hasShown = false;
  selected = false;
  failed = false;

  constructor(call: GrepCall, plan: GrepPlan, named: boolean) {
    this.#call = call;
    this.#plan = plan;
    this.#named = named;
    this.#required = Buffer.from(encodeText(plan.lineEnd === "\0" ? "" : plan.search.required));
  }

  get isDone(): boolean {
    return this.#plan.show === "nothing" && this.selected;
  }

  *search(file: Searched): Running<void> {
    if (file.refusal !== undefined) {
      this.#refuse(file.name, file.refusal);
      return;
    }
    try {
      const input = this.#open(file);
      if (input === undefined) return;
      // What is read whole from a file needs no tick of its own.
      if (input instanceof Uint8Array) yield* this.#searchBytes(file, input);
      else yield* this.#searchInput(file, input);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#refuse(file.name, error.message);
    }
  }

  *#searchInput(file: Searched, input: Input): Running<void> {
    const { lineEnd, most, show } = this.#plan;
    const isQuiet = show === "nothing";
    const lines = isQuiet ? Math.min(1, most) : most;
    // What names files only reads them to their end.
    const isWhole = lines === Infinity || lineEnd === "\0" || show === "with" || show === "without";
    if (isWhole) {
      yield* this.#searchBytes(file, yield* readAll(input));
      return;
    }
    const ahead = new ReadAhead(input, input.isSeekable === true ? FILE_BUFFER : PIPE_BUFFER);
    const enough = { plan: this.#plan, lines, after: isQuiet ? 0 : this.#plan.after };
    const { bytes, rest } = yield* readEnough(ahead, enough);
    ahead.leave(rest, { seeks: !isQuiet });
    yield* this.#searchBytes(file, bytes);
  }

  #refuse(name: string, reason: string): void {
    this.failed = true;
    if (this.#call.options.has("silent")) return;
    complain(this.#call.invocation, `${name}: ${reason}`);
  }

  #open({ name }: Searched): Input | Uint8Array | undefined {
    const { invocation } = this.#call;
    if (this.#showsLines && invocation.stdout.path !== undefined && isOwnOutput(invocation, name)) {
      this.failed = true;
      const shown = name === "-" ? "(standard input)" : name;
      complain(invocation, `${shown}: input file is also the output`);
      return undefined;
    }
    if (name === "-") return invocation.stdin;
    const path = invocation.resolve(name);
    const isFile = invocation.files.stat(path).kind === "file";
    return isFile ? invocation.files.read(path) : openInput(invocation, name);
  }

  *#searchBytes(file: Searched, bytes: Uint8Array): Running<void> {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const cannotMatch = this.#required.length > 0 && !view.includes(this.#required);
    if (cannotMatch && !this.#plan.invert) {
      this.#tell(file, 0);
      return;
    }
    const { binary } = this.#plan;
    if (this.#countsAll) {
      this.#tell(file, lineCount(view, this.#plan));
      return;
    }
    const content = contentOf(bytes, this.#plan);
    const isBinary = content.hasZeros || content.encoding === "mixed";
    if (isBinary && binary === "without-match") this.#tell(file, 0);
    else yield* this.#searchContent(file, content);
  }

  *#searchContent(file: Searched, content: Content): Running<void> {
    const isHidden = content.hasZeros && this.#plan.binary === "binary";
    if (this.#showsLines && !isHidden) {
      const output = this.#outputFor(file, content);
      this.#tell(file, yield* this.#select(content, output));
      output.end();
      this.#hasShown ||= output.hasShown;
      if (output.hasHidden) this.#tellBinary(file);
      return;
    }
    const count = yield* this.#select(content);
    this.#tell(file, count);
    if (this.#showsLines && count > 0) this.#tellBinary(file);
  }

  #tellBinary(file: Searched): void {
    complain(this.#call.invocation, `${this.#shownName(file)}: binary file matches`);
  }

  /** `grep -c ''`: what is in the lines need not be known. */
  get #countsAll(): boolean {
    const { binary, invert, most, search, show } = this.#plan;
    const isPlain = !invert && most === Infinity && binary !== "without-match";
    return show === "count" && isPlain && search.matchesAll;
  }

  get #showsLines(): boolean {
    return this.#plan.show === "lines" || this.#plan.show === "matches";
  }

  /** Shows the selected lines where they are to be shown, and counts them as far as that matters. */
  *#select(content: Content, output?: GrepOutput): Running<number> {
    const { show, most } = this.#plan;
    const enough = output !== undefined || show === "count" ? most : Math.min(1, most);
    let count = 0;
    if (enough === 0) return 0;
    for (const line of selectedLines(content.text, content.isAscii, this.#plan)) {
      if (line === undefined) {
        yield;
        continue;
      }
      count += 1;
      const rest = output?.line(line);
      if (rest !== undefined) yield* rest;
      if (count >= enough) break;
    }
    return count;
  }

  #shownName({ name }: Searched): string {
    return name === "-" ? (this.#call.options.value("label") ?? "(standard input)") : name;
  }

  #outputFor(file: Searched, { text, encoding }: Content): GrepOutput {
    const name = this.#shownName(file);
    const shown = { text, encoding, name: this.#named ? named(name, encoding) : undefined };
    return new GrepOutput(this.#call, this.#plan, { ...shown, follows: this.#hasShown });
  }

  /** What is said of a file as a whole. */
  #tell(file: Searched, count: number): void {
    const { stdout } = this.#call.invocation;
    const { colors, show } = this.#plan;
    if (count > 0) this.selected = true;
    const painted = colors.paint("fn", this.#shownName(file));
    const hasZero = this.#call.options.has("nullName");
    if (show === "count") {
      const mark = this.#named ? `${painted}${hasZero ? "\0" : colors.paint("se", ":")}` : "";
      stdout.write(`${mark}${count}\n`);
    } else if ((show === "with" && count > 0) || (show === "without" && count === 0)) {
      stdout.write(`${painted}${hasZero ? "\0" : "\n"}`);
    }
  }
}

function isNamed({ options }: GrepCall, operands: readonly string[], recursive: boolean): boolean {
  const asked = options.last("named", "unnamed");
  if (asked !== undefined) return asked === "named";
  return operands.length > 1 || recursive;
}

/** One file that a recursive call names is shown without its name, as GNU does. */
function isOneFile({ invocation }: GrepCall, operands: readonly string[]): boolean {
  const [only, second] = operands;
  if (only === undefined || second !== undefined || only === "-") return false;
  const path = invocation.resolve(only);
  const { files } = invocation;
  return files.exists(path) && files.stat(path).kind !== "directory";
}

function* searchAll(call: GrepCall, plan: GrepPlan, operands: readonly string[]): Running<number> {
  const { isRecursive, all } = yield* filesToSearch(call, operands);
  const named = isNamed(call, operands, isRecursive && !isOneFile(call, operands));
  const grep = new Grep(call, plan, named);
  for (const file of all) {
    if (file === undefined) yield;
    else yield* grep.search(file);
    if (grep.isDone) return 0;
  }
  if (grep.failed) return 2;
  return grep.selected ? 0 : 1;
}

export const grep = defineCommand({
  name: "grep",
  aliases: ["egrep", "fgrep"],
  description: "Print lines that match patterns",
  usage: "[OPTION]... PATTERNS [FILE]...",
  options: GREP_OPTIONS,
  usageStatus: 2,
  showsUsage: true,
  *run(call: Call<GrepKey>): Running<number> {
    const planned = yield* planGrep(call);
    return planned === undefined ? 1 : yield* searchAll(call, planned.plan, planned.operands);
  },
});
