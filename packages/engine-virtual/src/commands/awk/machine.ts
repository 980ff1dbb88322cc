import type { Invocation } from "../command.ts";
import type { Key } from "./awk-array.ts";
import { AwkArray, isWholeKey } from "./awk-array.ts";
import { AwkError } from "./awk-error.ts";
import type { InputHost } from "./main-input.ts";
import { MainInput } from "./main-input.ts";
import { PatternCache } from "./pattern-cache.ts";
import type { Format } from "./format-print.ts";
import { formatValues, readFormat } from "./format-print.ts";
import { Random } from "./random.ts";
import { CurrentRecord } from "./record.ts";
import type { RecordEnd } from "./record-reader.ts";
import { PARAGRAPH } from "./record-reader.ts";
import { SPECIAL_VARIABLES } from "./special-variables.ts";
import { type Cut, cutAt, splitAtBlanks } from "./split-text.ts";
import { fieldsByWidth, fieldsOf, readWidths } from "./split-otherwise.ts";
import { Streams } from "./streams.ts";
import type { Value } from "./value.ts";
import { compare, InputText, isTrue, numberText, textOf, toNumber } from "./value.ts";

/** How many steps may be taken without a tick. */
const STEPS = 1_000;

const SORTED_IN = "sorted_in";

/** How many characters of a text are worked on in the time of a step, as a power of 2. */
const STEP_BITS = 6;

/** How many formats are kept as they were read. */
const MOST_FORMATS = 100;

/** What is compared where case does not matter; what is a number stays one. */
function lowered(value: Value): Value {
  if (typeof value === "string") return value.toLowerCase();
  return value instanceof InputText ? new InputText(value.text.toLowerCase()) : value;
}

/** Everything that a running program changes. */
export class Machine implements InputHost {
  readonly invocation: Invocation;
  readonly streams: Streams;
  readonly input: MainInput;
  readonly patterns = new PatternCache();
  readonly record: CurrentRecord;
  readonly random = new Random();
  readonly globals = new Map<string, AwkArray>();
  /** The places of variables by their names, as far as the program or the command line has them. */
  readonly places = new Map<string, number>();
  /** The variables that are no arrays, by the places that the compiler gave them. */
  readonly values: Value[] = [];
  records = 0;
  fileRecords = 0;
  fileName: Value;
  matchStart: Value = 0;
  matchLength: Value = -1;
  recordEnd = "\n";
  exitStatus = 0;
  /** What the function that returned last gave. */
  returned: Value;
  depth = 0;
  readonly #formats = new Map<string, Format>();
  #left = STEPS;
  #outputSeparator = " ";
  #recordSeparator: Value = "\n";
  #fieldSeparator: Value = " ";
  #ignoresCase: Value = 0;
  #fieldPattern: Value = "[^[:space:]]+";
  #fieldWidths: Value = "";
  #splitOtherwise: ((text: string) => string[]) | undefined;
  #end: RecordEnd = "\n";
  outputEnd = "\n";
  subscriptSeparator = "\x1c";
  /** `CONVFMT` and `OFMT`. */
  format = "%.6g";
  outputFormat = "%.6g";

  constructor(invocation: Invocation) {
    this.invocation = invocation;
    this.streams = new Streams(invocation);
    this.input = new MainInput(this);
    const fields = (text: string): string[] => this.#splitRecord(text);
    const separator = (): string => this.#outputSeparator;
    const format = (): string => this.format;
    const isByBlanks = (): boolean =>
      this.#fieldSeparator === " " && this.#splitOtherwise === undefined;
    this.record = new CurrentRecord({
      split: fields,
      get isByBlanks() {
        return isByBlanks();
      },
      get separator() {
        return separator();
      },
      get format() {
        return format();
      },
    });
  }

  /** Counts a step; true where it is time for a tick. */
  isTime(): boolean {
    this.#left -= 1;
    if (this.#left > 0) return false;
    this.#left = STEPS;
    if (this.streams.isFull) this.streams.flush();
    return true;
  }

  /** Counts what is done with a long text as the many steps that it takes. */
  worked(characters: number): void {
    this.#left -= characters >> STEP_BITS;
  }

  array(name: string): AwkArray {
    const known = this.globals.get(name);
    if (known !== undefined) return known;
    const made = new AwkArray();
    this.globals.set(name, made);
    return made;
  }

  placeOf(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.values.length);
    return this.values.push(undefined) - 1;
  }

  /** gawk's order of a loop through an array; empty for none. */
  get loopOrder(): string {
    const asked = this.globals.get("PROCINFO");
    return asked === undefined ? "" : this.text(asked.peek(SORTED_IN));
  }

  /** A value as a subscript. */
  key(value: Value): Key {
    return typeof value === "number" && isWholeKey(value) ? value : this.text(value);
  }

  /** Sets a variable by its name. */
  assign(name: string, value: Value): void {
    if (this.globals.has(name)) throw new AwkError(this.#clash(name));
    const special = SPECIAL_VARIABLES.get(name);
    if (special === undefined) this.values[this.placeOf(name)] = value;
    else special.set(this, value);
  }

  #clash(name: string): string {
    const place = `FILENAME="${this.text(this.fileName)}" FNR=${this.fileRecords} NR=${this.records}`;
    const what = `cannot command line assign to ${name}`;
    return `run time error: ${what}\n\ttype clash or keyword\n\t${place}`;
  }

  /** gawk's IGNORECASE: of what is searched for and compared. */
  get ignoresCase(): Value {
    return this.#ignoresCase;
  }

  set ignoresCase(value: Value) {
    this.record.split();
    this.#ignoresCase = value;
    this.patterns.ignoresCase = isTrue(value);
  }

  /** Below, at or above 0. */
  compare(left: Value, right: Value): number {
    if (!this.patterns.ignoresCase) return compare(left, right, this.format);
    const [one, other] = [left, right].map((value) => lowered(value));
    return compare(one, other, this.format);
  }

  get argumentIndex(): number {
    return this.input.argument;
  }

  get argumentCount(): number {
    return toNumber(this.values[this.placeOf("ARGC")]);
  }

  text(value: Value): string {
    return textOf(value, this.format);
  }

  /** As `print` shows it. */
  shown(value: Value): string {
    return typeof value === "number"
      ? numberText(value, this.outputFormat)
      : textOf(value, this.format);
  }

  /** What printf makes of a format and its values. */
  printed(format: string, values: readonly Value[]): string {
    let read = this.#formats.get(format);
    if (read === undefined) {
      if (this.#formats.size >= MOST_FORMATS) this.#formats.clear();
      read = readFormat(format);
      this.#formats.set(format, read);
    }
    return formatValues(read, values, this.format);
  }

  get outputSeparator(): string {
    return this.#outputSeparator;
  }

  set outputSeparator(separator: string) {
    // A record that was changed is joined by what held until now.
    this.record.join();
    this.#outputSeparator = separator;
  }

  get fieldSeparator(): Value {
    return this.#fieldSeparator;
  }

  set fieldSeparator(separator: Value) {
    this.record.split();
    this.#splitOtherwise = undefined;
    this.#fieldSeparator = separator;
  }

  get recordSeparator(): Value {
    return this.#recordSeparator;
  }

  set recordSeparator(separator: Value) {
    this.record.split();
    this.#recordSeparator = separator;
    const text = this.text(separator);
    this.#end = text === "" ? PARAGRAPH : text.length === 1 ? text : this.patterns.get(text);
  }

  get end(): RecordEnd {
    return this.#end;
  }

  /** What holds fields together instead of what parts them: FPAT, or FIELDWIDTHS. */
  set fieldPattern(value: Value) {
    this.record.split();
    this.#fieldPattern = value;
    const search = this.patterns.get(this.text(value));
    this.#splitOtherwise = (text) => fieldsOf(text, search);
  }

  get fieldPattern(): Value {
    return this.#fieldPattern;
  }

  set fieldWidths(value: Value) {
    this.record.split();
    this.#fieldWidths = value;
    const widths = readWidths(this.text(value));
    this.#splitOtherwise = (text) => fieldsByWidth(text, widths);
  }

  get fieldWidths(): Value {
    return this.#fieldWidths;
  }

  #splitRecord(text: string): string[] {
    if (this.#splitOtherwise !== undefined) return this.#splitOtherwise(text);
    const separator = this.text(this.#fieldSeparator);
    if (this.#end !== PARAGRAPH || separator === " ") return this.split(text, separator);
    // Between empty lines, a line's end parts fields, whatever else does.
    return text.split("\n").flatMap((line) => this.split(line, separator));
  }

  /** The same, with what stands between the fields. */
  cut(text: string, separator: string): Cut {
    const parts = this.split(text, separator);
    if (separator !== " ") {
      const isPlain = separator.length === 1 && separator !== "\\";
      if (!isPlain && separator !== "") return cutAt(text, this.patterns.get(separator));
      return { parts, between: parts.slice(1).map(() => separator) };
    }
    const [lead = "", ...between] = text.split(/[^ \t\n]+/);
    return { parts, between: between.filter((one) => one !== ""), ...(lead !== "" && { lead }) };
  }

  /** Splits by a separator as FS has it: blanks, one character, an expression, or every character. */
  split(text: string, separator: string): string[] {
    if (text === "") return [];
    this.worked(text.length * 4);
    if (separator === " ") return splitAtBlanks(text);
    if (separator === "") return Array.from(text);
    if (separator.length === 1 && separator !== "\\") return text.split(separator);
    return cutAt(text, this.patterns.get(separator)).parts;
  }
}
