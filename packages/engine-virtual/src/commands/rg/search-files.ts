import { isAscii, isUtf8 } from "node:buffer";

import { FileError } from "../../files/errors.ts";
import type { Input, Running } from "../command.ts";
import { type Call, complain } from "../define-command.ts";
import { selectedLines, type SelectedLine } from "../grep-lines.ts";
import { openInput, readAll } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { ReadAhead } from "../read-ahead.ts";
import { readEnough } from "../read-enough.ts";
import { JsonOutput, JsonSummary } from "./json-output.ts";
import { RgOutput } from "./rg-output.ts";
import type { RgKey } from "./rg-options.ts";
import type { RgPlan } from "./rg-plan.ts";
import { refusedBy, type Walked } from "./walk-files.ts";
import { bytesOf } from "../byte-string.ts";

interface Content {
  readonly text: string;
  readonly isAscii: boolean;
  readonly encoding: "latin1" | "utf8";
  /** Where the first zero byte is; -1 for none. */
  readonly zero: number;
}

function contentOf(bytes: Uint8Array): Content {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPlain = isAscii(buffer);
  const isText = isPlain || isUtf8(buffer);
  return {
    text: buffer.toString(isPlain || !isText ? "latin1" : "utf8"),
    isAscii: isPlain,
    encoding: isText ? "utf8" : "latin1",
    zero: buffer.indexOf(0),
  };
}

/** What rg asks for at once. */
const BUFFER = 8192;

/** Searches one file after another. */
export class FileSearch {
  readonly #call: Call<RgKey>;
  readonly #plan: RgPlan;
  readonly #named: boolean;
  readonly #required: Buffer;
  readonly #isText: boolean;
  readonly #takesBinaries: boolean;
  #hasShown = false;
  /** Of a call that answers in JSON. */
  readonly summary: JsonSummary | undefined;
  hasMatched = false;
  hasFailed = false;

  constructor(call: Call<RgKey>, plan: RgPlan, named: boolean) {
    const { options } = call;
    this.#call = call;
    this.#plan = plan;
    this.#named = named;
    this.summary = options.has("json") ? new JsonSummary() : undefined;
    this.#required = Buffer.from(plan.search.required);
    const freedom = options.given.filter(({ key }) => key === "unrestricted").length;
    this.#isText = options.has("text");
    this.#takesBinaries = freedom > 2;
  }

  get isDone(): boolean {
    return this.#plan.show === "nothing" && this.hasMatched;
  }

  *search(file: Walked): Running<void> {
    if (file.refusal !== undefined) {
      this.#refuse(file);
      return;
    }
    try {
      const { invocation } = this.#call;
      const bytes = yield* this.#read(openInput(invocation, file.name));
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const cannotMatch = this.#required.length > 0 && !view.includes(this.#required);
      const isShown = this.#plan.options.has("passthru");
      if (cannotMatch && !this.#plan.invert && !isShown) this.#tell(file, { lines: 0, matches: 0 });
      else yield* this.#searchContent(file, contentOf(bytes));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#refuse(refusedBy(file.name, error));
    }
  }

  /** No more than it takes to tell what is asked for; rg leaves nothing of what it has read. */
  *#read(input: Input): Running<Uint8Array> {
    const { after, most, show } = this.#plan;
    const isCounted = show === "lines" || show === "count" || show === "matches";
    const lines = isCounted ? most : Math.min(1, most);
    if (lines === Infinity || input.giveBack === undefined) return yield* readAll(input);
    const ahead = new ReadAhead(input, BUFFER);
    const { bytes, rest } = yield* readEnough(ahead, { plan: this.#plan, lines, after });
    ahead.leave(rest, { seeks: false });
    return bytes;
  }

  #refuse({ name, refusal = "" }: Walked): void {
    this.hasFailed = true;
    if (!this.#call.options.has("noMessages"))
      complain(this.#call.invocation, `${name}: ${refusal}`);
  }

  *#searchContent(file: Walked, content: Content): Running<void> {
    const isBinary = content.zero !== -1 && !this.#isText;
    if (isBinary && !file.isNamed && !this.#takesBinaries) return;
    if (this.#plan.show !== "lines") {
      this.#tell(file, yield* this.#select(content, undefined));
    } else if (isBinary) {
      if (this.summary !== undefined) {
        throw new CommandError(
          `${file.name}: --json is not supported for a binary file: see --text`,
        );
      }
      this.#tellBinary(file, content, (yield* this.#select(content, undefined)).lines);
    } else {
      const output = this.#outputFor(file, content);
      this.#tell(file, yield* this.#select(content, output));
      output.end();
      this.#hasShown ||= output.hasShown;
    }
  }

  #tellBinary(file: Walked, { zero }: Content, lines: number): void {
    if (lines === 0) return;
    this.hasMatched = true;
    const name = this.#named ? `${this.#shownName(file)}: ` : "";
    const words = `binary file matches (found "\\0" byte around offset ${zero})`;
    this.#call.invocation.stdout.write(`${name}${words}\n`);
  }

  *#select(content: Content, output: JsonOutput | RgOutput | undefined): Running<Counts> {
    const { most, show } = this.#plan;
    const isCounted = output !== undefined || show === "count" || show === "matches";
    const enough = isCounted ? most : Math.min(1, most);
    const counts = { lines: 0, matches: 0 };
    if (enough === 0) return counts;
    for (const line of selectedLines(content.text, content.isAscii, this.#plan)) {
      if (line === undefined) {
        yield;
        continue;
      }
      counts.lines += 1;
      if (show === "matches") counts.matches += matchesIn(line);
      if (output !== undefined) yield* output.line(line);
      if (counts.lines >= enough) break;
    }
    return counts;
  }

  #outputFor(file: Walked, { encoding, text }: Content): JsonOutput | RgOutput {
    const name = this.#shownName(file);
    const { stdout } = this.#call.invocation;
    if (this.summary !== undefined) {
      const { summary } = this;
      return new JsonOutput(this.#plan, stdout, { text, encoding, name, summary });
    }
    const encoded = encoding === "utf8" ? name : bytesOf(name);
    const shown = { text, encoding, name: this.#named ? encoded : undefined };
    return new RgOutput(this.#plan, stdout, {
      ...shown,
      follows: this.#hasShown,
    });
  }

  #shownName({ name }: Walked): string {
    return name === "-" ? "<stdin>" : name;
  }

  #tell(file: Walked, { lines, matches }: Counts): void {
    const { show } = this.#plan;
    const isWithout = show === "without";
    if (isWithout ? lines === 0 : lines > 0) this.hasMatched = true;
    if (isWithout ? lines === 0 : show === "with" && lines > 0) this.#write(file, "\n", "");
    if (show === "count") this.#tellCount(file, lines);
    if (show === "matches") this.#tellCount(file, matches);
  }

  #tellCount(file: Walked, count: number): void {
    if (count > 0 || this.#plan.options.has("includeZero")) this.#write(file, ":", `${count}\n`);
  }

  /** A name with what ends it, and what is said of it. */
  #write(file: Walked, end: string, said: string): void {
    const { invocation, options } = this.#call;
    const painted = this.#plan.colors.paint("path", this.#shownName(file));
    const name = `${painted}${options.has("null") ? "\0" : end}`;
    invocation.stdout.write(this.#named || said === "" ? name + said : said);
  }
}

interface Counts {
  readonly lines: number;
  readonly matches: number;
}

function matchesIn({ end, find, match }: SelectedLine): number {
  let count = 0;
  let next: SelectedLine["match"] | undefined = match;
  while (next !== undefined && next.start <= end) {
    count += 1;
    const from = Math.max(next.end, next.start + 1);
    next = from <= end ? find(from) : undefined;
  }
  return count;
}
