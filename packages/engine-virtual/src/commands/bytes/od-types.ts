import { CommandError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

/** One way in which od shows bytes. */
export interface OdType {
  readonly size: number;
  readonly width: number;
  /** Whether the bytes are shown as text behind it, too. */
  readonly withText: boolean;
  show(bytes: DataView): string;
}

const NAMES = [
  ...["nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr"],
  ...["so", "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub"],
  ...["esc", "fs", "gs", "rs", "us", "sp"],
];

const ESCAPES = ["\\0", "", "", "", "", "", "", "\\a", "\\b", "\\t", "\\n", "\\v", "\\f", "\\r"];

function named(byte: number): string {
  const low = byte & 0x7f;
  return low === 0x7f ? "del" : (NAMES[low] ?? String.fromCharCode(low));
}

function character(byte: number): string {
  const escape = ESCAPES[byte] ?? "";
  if (escape !== "") return escape;
  const isPlain = byte >= 32 && byte < 127;
  return isPlain ? String.fromCharCode(byte) : byte.toString(8).padStart(3, "0");
}

type Base = "d" | "u" | "o" | "x";

/** How wide the widest number of so many bytes is. */
const WIDTHS: Readonly<Record<Base, Readonly<Record<number, number>>>> = {
  d: { 1: 4, 2: 6, 4: 11, 8: 20 },
  u: { 1: 3, 2: 5, 4: 10, 8: 20 },
  o: { 1: 3, 2: 6, 4: 11, 8: 22 },
  x: { 1: 2, 2: 4, 4: 8, 8: 16 },
};
const RADIX = { d: 10, u: 10, o: 8, x: 16 } as const;

function unsigned(view: DataView, size: number): bigint {
  let value = 0n;
  for (let at = size - 1; at >= 0; at -= 1) value = (value << 8n) | BigInt(view.getUint8(at));
  return value;
}

function integerType(base: Base, size: number): Omit<OdType, "withText"> | undefined {
  const width = WIDTHS[base][size];
  if (width === undefined) return undefined;
  const show = (view: DataView): string => {
    const value = unsigned(view, size);
    const shown = base === "d" ? BigInt.asIntN(size * 8, value) : value;
    const text = shown.toString(RADIX[base]);
    return base === "o" || base === "x" ? text.padStart(width, "0") : text;
  };
  return { size, width, show };
}

/** The shortest text that reads back as the same number, as C writes it. */
function floatText(value: number, size: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const same = (text: string): boolean =>
    size === 4 ? Math.fround(Number(text)) === value : Number(text) === value;
  const isTiny = Math.abs(value) < (size === 4 ? 2 ** -126 : 2 ** -1022);
  for (let digits = isTiny ? 1 : size === 4 ? 6 : 15; digits < 18; digits += 1) {
    const text = generalText(value, digits);
    if (same(text)) return text;
  }
  return String(value);
}

/** `%g` with so many digits. */
function generalText(value: number, digits: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa = "", power = "0"] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < digits) {
    const fixed = value.toFixed(Math.max(0, digits - 1 - exponent));
    return fixed.includes(".") ? fixed.replace(/\.?0+$/, "") : fixed;
  }
  const sign = exponent < 0 ? "-" : "+";
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return `${short}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function floatType(size: number): Omit<OdType, "withText"> | undefined {
  if (size === 4)
    return { size, width: 15, show: (view) => floatText(view.getFloat32(0, true), 4) };
  if (size === 8)
    return { size, width: 24, show: (view) => floatText(view.getFloat64(0, true), 8) };
  return undefined;
}

const LETTER_SIZES: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8, F: 4, D: 8 };

function sizeOf(text: string, fallback: number): number {
  return text === "" ? fallback : (LETTER_SIZES[text] ?? Number(text));
}

function baseType(letter: string, size: string): Omit<OdType, "withText"> | undefined {
  switch (letter) {
    case "a":
      return { size: 1, width: 3, show: (view) => named(view.getUint8(0)) };
    case "c":
      return { size: 1, width: 3, show: (view) => character(view.getUint8(0)) };
    case "f":
      return floatType(sizeOf(size, 8));
    case "d":
    case "u":
    case "o":
    case "x":
      return integerType(letter, sizeOf(size, 4));
    default:
      return undefined;
  }
}

const TYPE = /^(?:([ac])|([duox])([CSIL]|\d+)?|(f)([FDL]|\d+)?)(z?)/;

/** The first type of a text, and how long its name is. */
function firstType(text: string): { readonly type: OdType; readonly length: number } | undefined {
  const found = TYPE.exec(text);
  if (found === null) return undefined;
  const [whole, letters, integer, size, float, floatSize] = found;
  const type = baseType(letters ?? integer ?? float ?? "", size ?? floatSize ?? "");
  if (type === undefined) return undefined;
  return { type: { ...type, withText: whole.endsWith("z") }, length: whole.length };
}

/** What follows `-t`: `x1z`, `c`, `x1c`. */
/** Why a type cannot be read: the letter, or the size behind it. */
function refusalOf(text: string, rest: string): string {
  const [, letter, size] = /^([douxf])(\d+)/.exec(rest) ?? [];
  if (size === undefined) {
    return `invalid character '${rest.charAt(0)}' in type string ${localeQuoted(text)}`;
  }
  const kind = letter === "f" ? "floating point" : "integral";
  const words = `this system doesn't provide a ${size}-byte ${kind} type`;
  return `invalid type string ${localeQuoted(text)};\n${words}`;
}

export function parseTypes(text: string): readonly OdType[] {
  const types: OdType[] = [];
  for (let at = 0; at < text.length;) {
    const first = firstType(text.slice(at));
    if (first === undefined) {
      throw new CommandError(refusalOf(text, text.slice(at)));
    }
    types.push(first.type);
    at += first.length;
  }
  return types;
}
