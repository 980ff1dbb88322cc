import { formatFloat } from "./format-float.ts";

const NUMBER = /^\s*[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/;

/** Blanks, signs and digits: what a number begins with. */
const mayBegin = (code: number): boolean => code <= 57 && code !== 0;

/** What number a text from input is, where it is one and nothing else: to mawk none ends in a letter, as `0x1f` does. */
function wholeNumber(text: string): number | undefined {
  if (text === "" || !mayBegin(text.charCodeAt(0)) || !/[\d.]\s*$/.test(text)) return undefined;
  const number = Number(text);
  if (!Number.isNaN(number) && !/[bBoO]/.test(text)) return number;
  const found = NUMBER.exec(text)?.[0];
  return found !== undefined && text.slice(found.length).trim() === ""
    ? numberAt(found)
    : undefined;
}

function numberAt(text: string): number {
  const trimmed = text.trim();
  if (!/^[-+]0[xX]/.test(trimmed)) return Number(trimmed);
  return Number(trimmed.slice(1)) * (trimmed.startsWith("-") ? -1 : 1);
}

/** A text that came from outside: it compares as a number where it looks like one (a "strnum"). */
export class InputText {
  readonly text: string;
  #number: number | undefined;
  #isRead = false;

  constructor(text: string) {
    this.text = text;
  }

  /** `undefined` where it does not look like a number. */
  get number(): number | undefined {
    if (!this.#isRead) {
      this.#number = wholeNumber(this.text);
      this.#isRead = true;
    }
    return this.#number;
  }
}

/** `undefined` is what has not been set: both 0 and empty. */
export type Value = number | string | InputText | undefined;

/** The number that a text begins with. */
export function leadingNumber(text: string): number {
  if (text === "" || !mayBegin(text.charCodeAt(0))) return 0;
  const found = NUMBER.exec(text);
  return found === null ? 0 : numberAt(found[0]);
}

export function toNumber(value: Value): number {
  if (typeof value === "number") return value;
  if (value === undefined) return 0;
  if (typeof value === "string") return leadingNumber(value);
  return value.number ?? leadingNumber(value.text);
}

/** A number as text: whole ones in all their digits, others by `CONVFMT` or `OFMT`. */
export function numberText(number: number, format: string): string {
  if (Number.isInteger(number)) {
    return Math.abs(number) < 1e21 ? String(number === 0 ? 0 : number) : BigInt(number).toString();
  }
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  return (format === "%.6g" ? sixDigits(number) : undefined) ?? formatFloat(number, format);
}

/** What `%.6g` writes, where it is sure to be what JavaScript writes of six digits. */
function sixDigits(number: number): string | undefined {
  const size = Math.abs(number);
  if (size < 1e-4 || size >= 999_999) return undefined;
  const text = String(number);
  if (text.length < 8) return text;
  // A number that ends in 5 may lie between two of six digits.
  return text.endsWith("5") ? undefined : String(Number(number.toPrecision(6)));
}

export function isTrue(value: Value): boolean {
  if (typeof value === "number") return value !== 0;
  if (typeof value === "string") return value !== "";
  if (value === undefined) return false;
  return value.number === undefined ? value.text !== "" : value.number !== 0;
}

const asNumber = (value: Value): number | undefined => {
  if (typeof value === "number") return value;
  if (value === undefined) return 0;
  return typeof value === "string" ? undefined : value.number;
};

/** Below, at or above 0, as numbers where both look like one; NaN where they have no order. */
export function compare(left: Value, right: Value, format: string): number {
  const [a, b] = [asNumber(left), asNumber(right)];
  if (a !== undefined && b !== undefined) return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  const [x, y] = [textOf(left, format), textOf(right, format)];
  return x < y ? -1 : x > y ? 1 : 0;
}

export function textOf(value: Value, format: string): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  return typeof value === "number" ? numberText(value, format) : value.text;
}
