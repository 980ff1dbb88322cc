import { Buffer } from "node:buffer";

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Bytes as the shell's text. A byte that is no UTF-8 becomes a lone surrogate, so that `encodeText`
 * gives the same bytes again.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeEscaped(bytes);
  }
}

/** The same for people: what is no UTF-8 shows as U+FFFD. */
export function showText(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

export function encodeText(text: string): Uint8Array {
  return text.isWellFormed() ? encoder.encode(text) : encodeEscaped(text);
}

/** The same text with its bytes that are characters side by side as those characters. */
export function rejoined(text: string): string {
  return text.isWellFormed() ? text : decodeText(encodeText(text));
}

const ESCAPE = 0xdc00;

/** A byte as the text has it that holds it alone. */
export const byteText = (code: number): string =>
  String.fromCharCode(code < 0x80 ? code : ESCAPE + code);

/** A text with each of its bytes for itself, as the locale C has them. */
export function asBytes(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Array.from(encodeText(text), byteText).join("");
}

function decodeEscaped(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : sequenceLength(bytes, at);
    const code = length > 1 ? codeOf(bytes, at, length) : byte < 0x80 ? byte : ESCAPE + byte;
    if (code > 0xffff) units[count++] = 0xd800 + ((code - 0x10000) >> 10);
    units[count++] = code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
    at += Math.max(1, length);
  }
  return Buffer.from(units.buffer, 0, count * 2).toString("utf16le");
}

/** The least and the most that may follow a first byte: no character has two spellings, none is a surrogate. */
const SECOND: Readonly<Record<number, readonly [least: number, most: number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};
const ANY_SECOND = [0x80, 0xbf] as const;

/** What a first byte promises. */
function promisedLength(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0;
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

/** How long the character that starts here is; 0 where none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = promisedLength(first);
  const [least, most] = SECOND[first] ?? ANY_SECOND;
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** The code point of a character that is so many bytes long. */
function codeOf(bytes: Uint8Array, at: number, length: number): number {
  let code = (bytes[at] ?? 0) & (0x7f >> length);
  for (let next = at + 1; next < at + length; next += 1) {
    code = (code << 6) | ((bytes[next] ?? 0) & 0x3f);
  }
  return code;
}

/** What is neither a character nor such a byte is U+FFFD. */
function encodeEscaped(text: string): Uint8Array {
  const bytes = Buffer.alloc(text.length * 3);
  let count = 0;
  // Between the bytes there is text as it is everywhere.
  for (const part of text.split(/([\udc80-\udcff])/u)) {
    const code = part.length === 1 ? part.charCodeAt(0) - ESCAPE : 0;
    if (code >= 0x80 && code <= 0xff) bytes[count++] = code;
    else count += bytes.write(part, count);
  }
  return Uint8Array.from(bytes.subarray(0, count));
}
