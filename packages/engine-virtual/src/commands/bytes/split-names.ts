import { CommandError, UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import type { Cut, SplitCall } from "./split-options.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";

interface Naming {
  readonly prefix: string;
  readonly additional: string;
  readonly alphabet: string;
  /** The number that the first file has. */
  readonly from: number;
  readonly length: number;
  /** Whether suffixes grow once they have run out: `xyz`, then `xzaaa`. */
  readonly grows: boolean;
}

function alphabetOf({ options }: SplitCall): { alphabet: string; from: string | undefined } {
  switch (options.last("digits", "numeric", "hex", "hexadecimal")) {
    case "digits":
      return { alphabet: DIGITS, from: undefined };
    case "numeric":
      return { alphabet: DIGITS, from: options.value("numeric") };
    case "hex":
      return { alphabet: HEX, from: undefined };
    case "hexadecimal":
      return { alphabet: HEX, from: options.value("hexadecimal") };
    case undefined:
      return { alphabet: LETTERS, from: undefined };
  }
}

function lengthOf({ options }: SplitCall): number | undefined {
  const text = options.value("length");
  if (text === undefined) return undefined;
  return Number(text) === 0 ? undefined : Number(text);
}

/** Wide enough for all of a known number of files. */
function neededLength(cut: Cut, base: number, from: number): number {
  const last = "count" in cut ? cut.count + from - 1 : 0;
  let length = 2;
  while (base ** length <= last) length += 1;
  return length;
}

function namingOf(call: SplitCall, cut: Cut): Naming {
  const { options } = call;
  const additional = options.value("additional") ?? "";
  if (additional.includes("/")) {
    const words = "contains directory separator";
    throw new UsageError(`invalid suffix ${localeQuoted(additional)}, ${words}`);
  }
  const { alphabet, from: text } = alphabetOf(call);
  const from = Number.parseInt(text ?? "0", alphabet.length === 16 ? 16 : 10);
  const asked = lengthOf(call);
  return {
    prefix: options.operands[1] ?? "x",
    additional,
    alphabet,
    from,
    length: asked ?? neededLength(cut, alphabet.length, from),
    grows: asked === undefined && text === undefined,
  };
}

/** The names of the files that split makes, one after the other. */
export class SplitNames {
  readonly #naming: Naming;
  #index = 0;

  constructor(call: SplitCall, cut: Cut) {
    this.#naming = namingOf(call, cut);
  }

  next(): string {
    const { prefix, additional, from } = this.#naming;
    const suffix = this.#suffix(from + this.#index);
    this.#index += 1;
    return prefix + suffix + additional;
  }

  #suffix(number: number): string {
    const { alphabet, length, grows } = this.#naming;
    const base = alphabet.length;
    if (!grows) {
      if (number >= base ** length) throw new CommandError("output file suffixes exhausted");
      return this.#written(number, length);
    }
    // The last letter is kept for what is longer: aa to yz, then zaaa to zyzz.
    let rest = number;
    let width = length;
    let wide = "";
    while (rest >= base ** width - base ** (width - 1)) {
      rest -= base ** width - base ** (width - 1);
      wide += alphabet.at(-1) ?? "";
      width += 1;
    }
    return wide + this.#written(rest, width);
  }

  #written(number: number, width: number): string {
    const { alphabet } = this.#naming;
    let text = "";
    let rest = number;
    while (text.length < width) {
      text = (alphabet[rest % alphabet.length] ?? "") + text;
      rest = Math.floor(rest / alphabet.length);
    }
    return text;
  }
}
