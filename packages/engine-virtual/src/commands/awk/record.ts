import { AwkError } from "./awk-error.ts";
import { fieldAtBlanks } from "./split-text.ts";
import type { Value } from "./value.ts";
import { InputText, textOf } from "./value.ts";

const MOST_FIELDS = 1_000_000;

/** Fields that are found one by one, before all of them are. */
const FEW = 2;

/** What a record takes from the program's variables. */
export interface RecordSettings {
  /** Whether fields are what stands between blanks. */
  readonly isByBlanks: boolean;
  split(text: string): string[];
  readonly separator: string;
  readonly format: string;
}

/** `$0` and its fields: split when one is asked for, joined again when one was changed. */
export class CurrentRecord {
  readonly #settings: RecordSettings;
  #text = "";
  #whole: Value;
  #parts: string[] = [];
  #values: Value[] = [];
  /** How many fields were found without a split. */
  #found = 0;
  #isSplit = true;
  #isJoined = true;

  constructor(settings: RecordSettings) {
    this.#settings = settings;
  }

  get text(): string {
    this.join();
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#whole = undefined;
    this.#found = 0;
    this.#isSplit = false;
    this.#isJoined = true;
  }

  get count(): number {
    this.split();
    return this.#parts.length;
  }

  /** Makes it have so many fields. */
  set count(count: number) {
    this.split();
    this.#check(count);
    while (this.#parts.length < count) this.#parts.push("");
    this.#parts.length = count;
    this.#values.length = Math.min(this.#values.length, count);
    this.#isJoined = false;
  }

  get(number: number): Value {
    if (number === 0) {
      this.#whole ??= new InputText(this.text);
      return this.#whole;
    }
    this.#check(number);
    if (!this.#isSplit && this.#settings.isByBlanks && this.#found < FEW) return this.#find(number);
    this.split();
    const index = Math.trunc(number) - 1;
    const known = this.#values[index];
    if (known !== undefined) return known;
    const part = this.#parts[index];
    if (part === undefined) return undefined;
    const value = new InputText(part);
    this.#values[index] = value;
    return value;
  }

  /** One field of a record of which few are asked for. */
  #find(number: number): Value {
    this.#found += 1;
    const part = fieldAtBlanks(this.#text, Math.trunc(number));
    return part === undefined ? undefined : new InputText(part);
  }

  set(number: number, value: Value): void {
    if (number === 0) {
      this.text = textOf(value, this.#settings.format);
      return;
    }
    this.#check(number);
    this.split();
    const index = Math.trunc(number) - 1;
    while (this.#parts.length < index) this.#parts.push("");
    this.#parts[index] = textOf(value, this.#settings.format);
    this.#values[index] = value;
    this.#isJoined = false;
  }

  /** Splits it by what holds now, before that changes. */
  split(): void {
    if (this.#isSplit) return;
    this.#parts = this.#settings.split(this.#text);
    this.#values = [];
    this.#isSplit = true;
  }

  /** Joins what was changed, by what holds now. */
  join(): void {
    if (this.#isJoined) return;
    this.#text = this.#parts.join(this.#settings.separator);
    this.#whole = undefined;
    this.#isJoined = true;
  }

  #check(number: number): void {
    if (number < 0) throw new AwkError(`negative field index $${Math.trunc(number)}`);
    if (number > MOST_FIELDS || Number.isNaN(number)) {
      throw new AwkError(`field index $${number} is too large`);
    }
  }
}
