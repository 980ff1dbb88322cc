/** A byte that is part of no character is a lone surrogate, which can be told from all that are. */
const LONE = 0xdc00;

/** A byte as the text has it that holds it alone. */
export const byteText = (byte: number): string =>
  String.fromCharCode(byte < 0x80 ? byte : LONE + byte);

/** The byte that such a text is. */
const byteOf = (text: string): number => text.charCodeAt(0) & 0xff;

/** A code takes one byte more from each of these on. */
const LONGER = [0x80, 0x800, 0x10000, 0x200000, 0x4000000];

/** The bytes of a code in UTF-8, which first had 31 bits; a greater one is nothing. */
export function codeBytes(code: number): string {
  if (code < 0x80) return byteText(code);
  if (code > 0x7fffffff) return "";
  const more = LONGER.filter((least) => code >= least).length;
  const first = ((0xff80 >> more) & 0xff) | (code >> (6 * more));
  const rest = Array.from({ length: more }, (_, at) => 0x80 | ((code >> (6 * at)) & 0x3f));
  return [first, ...rest.reverse()].map(byteText).join("");
}

/** The same text with its bytes that are characters side by side as those characters. */
export function rejoined(text: string): string {
  if (text.isWellFormed()) return text;
  return text.replace(/[\udc80-\udcff]{2,}/gu, (run) => decodeBytes(Uint8Array.from(run, byteOf)));
}

/** UTF-8 as text, whose bytes that are no characters are held one by one. */
export function decodeBytes(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : sequenceLength(bytes, at);
    const code = length > 1 ? codeOf(bytes, at, length) : byte < 0x80 ? byte : LONE + byte;
    if (code > 0xffff) units[count++] = 0xd800 + ((code - 0x10000) >> 10);
    units[count++] = code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
    at += Math.max(1, length);
  }
  return unitsText(units.subarray(0, count));
}

/** More arguments of one call are too many. */
const CHUNK = 2048;

function unitsText(units: Uint16Array): string {
  let text = "";
  for (let at = 0; at < units.length; at += CHUNK) {
    // A spread would take twice as long.
    text += String(Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + CHUNK)));
  }
  return text;
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

/** How many bytes at the end begin a character that is not whole. */
export function cutOffLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return promisedLength(byte) > length ? length : 0;
  }
  return 0;
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
