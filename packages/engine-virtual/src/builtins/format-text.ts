import type { TimeZone } from "../commands/dates/time-zone.ts";
import { LimitError } from "../files/errors.ts";
import { quoteByBackslash } from "../shell/expand/quote-text.ts";
import { byteLength, decodeText, encodeText } from "../shell/text.ts";
import {
  formatNumber,
  numberOf,
  type ReadNumber,
  type Shape,
  type Taken,
} from "./format-number.ts";
import { formatPrintfTime } from "./format-time.ts";
import { printfEscapes } from "./printf-escapes.ts";

interface Complaint {
  readonly words: string;
  /** How much of the text was written before. */
  readonly at: number;
  /** Otherwise it is a warning, and all is well. */
  readonly isError: boolean;
}

export interface Formatted {
  readonly text: string;
  readonly complaints: readonly Complaint[];
}

const PART =
  /%(?:%|([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d+)?)?(?:[hlLqjzt]*)(?:\(([^)]*)\)T|([a-zA-Z])))|%|[^%]+/g;

/** What a time is now, and by which clocks it is shown. */
interface Clock {
  readonly now: number;
  readonly zone: () => TimeZone;
}

/** A format, used again until all arguments are. */
export function formatText(format: string, args: readonly string[], clock: Clock): Formatted {
  const writer = new Writer(args, clock);
  const parts = [...format.matchAll(PART)];
  do writer.once(parts);
  while (writer.goesOn());
  return writer;
}

const MOST = 10_000_000;

/** What an `int` holds: of more bash says so, by the name of the next argument. */
const MOST_INT = 2 ** 31 - 1;

/** Of these a precision takes away, and adds nothing. */
const CUT = "sbqQc";

const ASCII = /^[\x00-\x7f]*$/;

/** A precision counts bytes too. */
function firstBytes(text: string, most: number | undefined): string {
  if (most === undefined || ASCII.test(text)) return text.slice(0, most);
  return decodeText(encodeText(text).slice(0, most));
}

/** What is wrong with a conversion that has no letter. */
function unfinished({ index, input }: RegExpExecArray): string {
  const [all = "", next = ""] = /^%[-+ #0-9.*]*([^]?)/.exec(input.slice(index)) ?? [];
  return next === ""
    ? `\`${all}': missing format character`
    : `\`${next}': invalid format character`;
}

/** What printf(3) refuses, and bash writes nothing in its place; the other letters are bash's own work. */
function isTooLarge([, , width, precision, , letter = "b"]: RegExpExecArray): boolean {
  return !"bqQ".includes(letter) && [width, precision].some((text) => Number(text) > MOST_INT);
}

function takenBy(letter: string): Taken {
  if ("di".includes(letter)) return "signed";
  return "ouxX".includes(letter) ? "unsigned" : "fraction";
}

class Writer implements Formatted {
  text = "";
  readonly complaints: Complaint[] = [];
  readonly #args: readonly string[];
  readonly #clock: Clock;
  #at = 0;
  #before = 0;
  #isEnd = false;

  constructor(args: readonly string[], clock: Clock) {
    this.#args = args;
    this.#clock = clock;
  }

  once(parts: readonly RegExpExecArray[]): void {
    this.#before = this.#at;
    for (const part of parts) {
      if (this.#isEnd) return;
      const [all] = part;
      if (!all.startsWith("%")) this.#addPlain(all);
      else if (all === "%%") this.text += "%";
      else this.#convert(part);
      if (this.text.length > MOST) throw new LimitError("maxVariableSize", MOST);
    }
  }

  /** Whether there are arguments left, and the format takes any. */
  goesOn(): boolean {
    return !this.#isEnd && this.#at < this.#args.length && this.#at > this.#before;
  }

  #addPlain(text: string): void {
    const { length } = this.text;
    const { isEnd, written } = printfEscapes(text, "format", (words, before) => {
      this.complaints.push({ words, isError: false, at: length + before.length });
    });
    this.text += written;
    this.#isEnd = isEnd;
  }

  #next(): string | undefined {
    const arg = this.#args[this.#at];
    this.#at += 1;
    return arg;
  }

  #convert(part: RegExpExecArray): void {
    const [, flags = "", , , time, letter] = part;
    if (letter === undefined && time === undefined) {
      this.#stop(unfinished(part));
      return;
    }
    if (isTooLarge(part)) {
      this.#next();
      return;
    }
    const { isLeft, precision, width } = this.#shapeOf(part);
    const text =
      letter === undefined
        ? formatPrintfTime(time ?? "", this.#timeOf(this.#next()), this.#clock.zone())
        : this.#converted(letter, { flags, precision, width: isLeft ? 0 : width });
    // Widths are bytes.
    const fill = " ".repeat(Math.max(0, width - byteLength(text)));
    this.text += isLeft ? text + fill : fill + text;
  }

  #shapeOf([all, flags = "", widthText, precisionText, , letter]: RegExpExecArray): {
    readonly isLeft: boolean;
    readonly precision: number | undefined;
    readonly width: number;
  } {
    const star = this.#size(widthText);
    const given = this.#size(precisionText);
    const width = Math.abs(star);
    const isFilled = given > MOST && !CUT.includes(letter ?? "");
    if (width > MOST || isFilled) throw new LimitError("maxVariableSize", MOST);
    const hasPrecision = all.replace(/\(.*/, "").includes(".") && given >= 0;
    const isLeft = flags.includes("-") || star < 0;
    return { isLeft, precision: hasPrecision ? given : undefined, width };
  }

  /** A width or a precision; `*` takes it from the arguments. */
  #size(text: string | undefined): number {
    if (text !== "*") return Number(text ?? 0);
    const size = Number(this.#valueOf(this.#next() ?? "", "signed"));
    const next = this.#args[this.#at];
    if (Math.abs(size) > MOST_INT && next !== undefined) {
      this.#complain(`warning: ${next}: Numerical result out of range`, false);
    }
    return size;
  }

  #wholeOf(arg: string): bigint {
    const value = this.#valueOf(arg, "signed");
    return typeof value === "bigint" ? value : 0n;
  }

  #valueOf(arg: string, taken: Taken): ReadNumber["value"] {
    const { complaint, value, warning } = numberOf(arg, taken);
    if (warning !== undefined) this.#complain(`warning: ${warning}`, false);
    if (complaint !== undefined) this.#complain(complaint);
    return value;
  }

  #complain(words: string, isError = true): void {
    this.complaints.push({ words, isError, at: this.text.length });
  }

  #stop(complaint: string): void {
    this.#complain(complaint);
    this.#isEnd = true;
  }

  /** In seconds. */
  #timeOf(arg: string | undefined): bigint {
    if (arg === undefined || arg === "-1" || arg === "-2") {
      return BigInt(Math.floor(this.#clock.now / 1000));
    }
    return this.#wholeOf(arg);
  }

  #converted(letter: string, shape: Shape): string {
    const arg = this.#next() ?? "";
    switch (letter) {
      case "s":
        return firstBytes(arg, shape.precision);
      case "c":
        return arg === "" ? "\0" : firstBytes(arg, 1);
      case "Q":
        return quoteByBackslash(firstBytes(arg, shape.precision));
      case "q":
        return quoteByBackslash(arg);
      case "b": {
        const tell = (words: string) => this.#complain(words, false);
        const { isEnd, written } = printfEscapes(arg, "word", tell);
        this.#isEnd = isEnd;
        return firstBytes(written, shape.precision);
      }
      default:
        return this.#number(letter, arg, shape);
    }
  }

  #number(letter: string, arg: string, shape: Shape): string {
    if (!"diouxXeEfFgGaA".includes(letter)) {
      this.#stop(`\`${letter}': invalid format character`);
      return "";
    }
    return formatNumber(letter, this.#valueOf(arg, takenBy(letter)), shape);
  }
}
