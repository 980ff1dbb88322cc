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
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    const byte = bytes[at] ?? 0;
    text +=
      length === 0
        ? String.fromCharCode(ESCAPE + byte)
        : strict.decode(bytes.subarray(at, at + length));
    at += Math.max(1, length);
  }
  return text;
}

/** How long the character that starts here is; 0 where none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  try {
    strict.decode(bytes.subarray(at, at + length));
    return at + length <= bytes.length ? length : 0;
  } catch {
    return 0;
  }
}

function encodeEscaped(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff) bytes.push(code - ESCAPE);
    else bytes.push(...encoder.encode(character));
  }
  return Uint8Array.from(bytes);
}
