import { Buffer } from "node:buffer";

import { byteText, decodeBytes } from "@agent-sandbox/shell-syntax";

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
    return decodeBytes(bytes);
  }
}

/** The same for people: what is no UTF-8 shows as U+FFFD. */
export function showText(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

export function encodeText(text: string): Uint8Array {
  return text.isWellFormed() ? encoder.encode(text) : encodeEscaped(text);
}

export const byteLength = (text: string): number =>
  text.isWellFormed() ? Buffer.byteLength(text) : encodeEscaped(text).length;

/** A text with each of its bytes for itself, as the locale C has them. */
export function asBytes(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Array.from(encodeText(text), byteText).join("");
}

/** What is neither a character nor such a byte is U+FFFD. */
function encodeEscaped(text: string): Uint8Array {
  const bytes = Buffer.alloc(text.length * 3);
  let count = 0;
  // Between the bytes there is text as it is everywhere.
  for (const part of text.split(/([\udc80-\udcff])/u)) {
    const code = part.length === 1 ? part.charCodeAt(0) : 0;
    if (code >= 0xdc80 && code <= 0xdcff) bytes[count++] = code & 0xff;
    else count += bytes.write(part, count);
  }
  return Uint8Array.from(bytes.subarray(0, count));
}
