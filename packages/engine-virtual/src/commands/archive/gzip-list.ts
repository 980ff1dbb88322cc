import { formatTime } from "../dates/format-time.ts";
import { timeZone } from "../dates/time-zone.ts";
import type { Running } from "../command.ts";
import { openInput } from "../inputs.ts";
import { readBounded } from "../read-bounded.ts";
import { type HeaderFacts, headerIn } from "./gzip-header.ts";
import { type GzipCall, isQuiet, isVerbose, keepsName, unpackedName } from "./gzip-options.ts";
import { ratioText, type Sizes, TRAILER } from "./gzip-ratio.ts";
import { GzipError, isGzip } from "./gzip-reader.ts";

const HEADING = "         compressed        uncompressed  ratio uncompressed_name\n";
const MORE = "method  crc     date  time  ";
const SHORTEST = 18;

const hex = (number: number): string => number.toString(16).padStart(8, "0");

/** The rows of `gzip -l`, by what the end of each file says of its length. */
export class Listing {
  readonly #call: GzipCall;
  #isBegun = false;
  #sum: Sizes = { packed: 0, plain: 0, header: 0 };

  constructor(call: GzipCall) {
    this.#call = call;
  }

  *show(name: string): Running<void> {
    const { invocation } = this.#call;
    const bytes = yield* readBounded(invocation, openInput(invocation, name));
    const isForced = this.#call.options.has("force");
    if (bytes.length === 0 && !isForced) throw new GzipError("unexpected end of file");
    if (!isGzip(bytes)) throw new GzipError("not in gzip format");
    if (bytes.length < SHORTEST) throw new GzipError("unexpected end of file");
    this.#begin();
    invocation.stdout.write(this.#row(name, bytes));
  }

  /** What all files of several operands are together, where they hold anything. */
  end(): void {
    const { invocation, options } = this.#call;
    if (this.#sum.plain === 0 || options.operands.length < 2 || isQuiet(this.#call)) return;
    const before = isVerbose(this.#call) ? " ".repeat(MORE.length) : "";
    invocation.stdout.write(`${before}${columnsOf(this.#sum, "(totals)")}\n`);
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    if (isQuiet(this.#call)) return;
    this.#call.invocation.stdout.write((isVerbose(this.#call) ? MORE : "") + HEADING);
  }

  #row(name: string, bytes: Uint8Array): string {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const [check, plain] = [TRAILER, 4].map((end) => view.getUint32(bytes.length - end, true));
    const facts = headerIn(bytes);
    const sizes = { packed: bytes.length, plain: plain ?? 0, header: facts.length };
    this.#sum = {
      packed: this.#sum.packed + sizes.packed,
      plain: this.#sum.plain + sizes.plain,
      header: sizes.header,
    };
    const more = isVerbose(this.#call)
      ? `defla ${hex(check ?? 0)} ${this.#timeOf(name, facts)} `
      : "";
    return `${more}${columnsOf(sizes, this.#nameOf(name, facts))}\n`;
  }

  #nameOf(name: string, facts: HeaderFacts): string {
    if (name === "-") return "stdout";
    const kept = keepsName(this.#call) ? facts.name : undefined;
    return kept ?? unpackedName(this.#call, name) ?? name;
  }

  #timeOf(name: string, { modified }: HeaderFacts): string {
    const { env, files, now, resolve } = this.#call.invocation;
    const kept = keepsName(this.#call) && modified > 0;
    const own = name === "-" ? now() : files.stat(resolve(name)).modified;
    return formatTime("%b %e %H:%M", kept ? modified : own, timeZone(env.get("TZ")));
  }
}

function columnsOf(sizes: Sizes, name: string): string {
  const numbers = [sizes.packed, sizes.plain].map((size) => String(size).padStart(19));
  return [...numbers, ratioText(sizes), name].join(" ");
}
