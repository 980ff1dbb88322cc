import { formatNumber } from "../../builtins/format-number.ts";
import { decodeText } from "../../shell/text.ts";
import { TextBuilder } from "../text-builder.ts";
import { AwkError } from "./awk-error.ts";
import { sliceOf } from "../characters.ts";
import type { Value } from "./value.ts";
import { InputText, textOf, toNumber } from "./value.ts";

const PART = /%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?[hlLqjzt]*([^])|[^%]+|%/gu;

/** No conversion is wider. */
const WIDEST = 10_000_000;

interface Directive {
  readonly flags: string;
  readonly width: string | undefined;
  readonly precision: string | undefined;
  readonly letter: string;
}

export type Format = readonly (string | Directive)[];

const LETTERS = new Set("diouxXeEfFgGcs%");

/** Reads a format of printf once. */
export function readFormat(format: string): Format {
  return Array.from(format.matchAll(PART), ([text, flags, width, precision, letter]) => {
    if (letter === undefined) {
      if (text === "%") throw new AwkError(`improper conversion in printf("${format}")`);
      return text;
    }
    if (!LETTERS.has(letter)) throw new AwkError(`improper conversion in printf("${format}")`);
    return letter === "%" ? "%" : { flags: flags ?? "", width, precision, letter };
  });
}

/** One call of printf: takes its arguments from left to right. */
class Call {
  readonly #values: readonly Value[];
  readonly #format: string;
  #at = 0;

  constructor(values: readonly Value[], format: string) {
    this.#values = values;
    this.#format = format;
  }

  /** One conversion, filled up to its width. */
  convert({ flags, width, precision, letter }: Directive): string {
    const size = this.#size(width) ?? 0;
    const digits = precision === undefined ? undefined : this.#size(precision || "0");
    const isLeft = flags.includes("-") || size < 0;
    const wide = Math.abs(size);
    const shape = {
      flags,
      precision: digits !== undefined && digits < 0 ? undefined : digits,
      width: isLeft ? 0 : wide,
    };
    const text = this.#converted(letter, shape);
    return isLeft ? text.padEnd(wide) : text.padStart(wide);
  }

  #next(): Value {
    if (this.#at >= this.#values.length) {
      throw new AwkError("not enough arguments passed to printf or sprintf");
    }
    this.#at += 1;
    return this.#values[this.#at - 1];
  }

  #size(text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    const size = text === "*" ? Math.trunc(toNumber(this.#next())) : Number(text);
    if (Math.abs(size) > WIDEST) throw new AwkError("a width of printf is too big");
    return size;
  }

  #converted(
    letter: string,
    shape: { flags: string; precision: number | undefined; width: number },
  ): string {
    const value = this.#next();
    if (letter === "s") {
      const text = textOf(value, this.#format);
      return shape.precision === undefined ? text : sliceOf(text, 0, shape.precision);
    }
    if (letter === "c") return characterOf(value);
    const number = toNumber(value);
    const isWhole = "diouxX".includes(letter) && Number.isFinite(number);
    if (isWhole) return formatNumber(letter, BigInt(Math.trunc(number)), shape);
    return formatNumber("diouxX".includes(letter) ? "f" : letter, number, shape);
  }
}

/** What is no character's number is the byte that is left of it. */
const byte = (code: number): string =>
  decodeText(Uint8Array.of(Number(BigInt.asUintN(8, BigInt(code)))));

function characterOf(value: Value): string {
  const number = value instanceof InputText ? value.number : value;
  if (typeof number === "number") {
    // gawk's, where C says nothing.
    const code = Number.isFinite(number) ? Math.trunc(number) : 0;
    return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : byte(code);
  }
  // Of an empty text, the zero byte that ends it in C.
  return sliceOf(textOf(value, "%.6g"), 0, 1) || "\0";
}

export function formatValues(format: Format, values: readonly Value[], numbers: string): string {
  const call = new Call(values, numbers);
  const built = new TextBuilder();
  for (const part of format) built.add(typeof part === "string" ? part : call.convert(part));
  return built.text();
}
