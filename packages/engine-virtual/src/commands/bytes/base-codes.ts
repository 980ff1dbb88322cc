/** What could be decoded, and whether that was all. */
export interface Decoded {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** One of the encodings of RFC 4648. */
export interface BaseCode {
  /** Characters that are decoded together. */
  readonly group: number;
  readonly garbage: RegExp;
  encode(bytes: Uint8Array): string;
  decode(text: string): Decoded;
}

/** As many groups of four as there are, up to one that is padded. */
function wholeGroups(text: string, from: number): string {
  const groups = /(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/y;
  groups.lastIndex = from;
  return groups.exec(text)?.[0] ?? "";
}

export const BASE64: BaseCode = {
  group: 4,
  garbage: /[^A-Za-z0-9+/=]/g,
  encode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64"),
  decode(text) {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < text.length;) {
      // What is padded may be followed by more.
      const whole = wholeGroups(text, at);
      parts.push(Buffer.from(whole, "base64"));
      at += whole.length;
      if (at < text.length && !whole.endsWith("=")) {
        // The letters in front of an error count.
        const [letters = ""] = /^[A-Za-z0-9+/]{2,3}/.exec(text.slice(at, at + 4)) ?? [];
        parts.push(Buffer.from(letters, "base64"));
        return { bytes: Buffer.concat(parts), isWhole: false };
      }
    }
    return { bytes: Buffer.concat(parts), isWhole: true };
  },
};

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** How many letters of eight a number of bytes takes. */
const LETTERS_FOR = [0, 2, 4, 5, 7, 8];

function encodeFive(bytes: Uint8Array): string {
  let bits = 0;
  for (let at = 0; at < 5; at += 1) bits = bits * 256 + (bytes[at] ?? 0);
  let text = "";
  for (let at = 0; at < 8; at += 1) {
    text = (LETTERS[bits % 32] ?? "") + text;
    bits = Math.floor(bits / 32);
  }
  return text.slice(0, LETTERS_FOR[bytes.length]).padEnd(8, "=");
}

function decodeEight(text: string): Uint8Array | undefined {
  const letters = text.replace(/=+$/, "");
  const length = LETTERS_FOR.indexOf(letters.length);
  if (length === -1 || text.length !== 8) return undefined;
  let bits = 0;
  for (const letter of letters.padEnd(8, "A")) {
    const value = LETTERS.indexOf(letter);
    if (value === -1) return undefined;
    bits = bits * 32 + value;
  }
  const bytes = new Uint8Array(5);
  for (let at = 4; at >= 0; at -= 1) {
    bytes[at] = bits % 256;
    bits = Math.floor(bits / 256);
  }
  return bytes.subarray(0, length);
}

export const BASE32: BaseCode = {
  group: 8,
  garbage: /[^A-Z2-7=]/g,
  encode(bytes) {
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 5) parts.push(encodeFive(bytes.subarray(at, at + 5)));
    return parts.join("");
  },
  decode(text) {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < text.length; at += 8) {
      const part = decodeEight(text.slice(at, at + 8));
      if (part === undefined) return { bytes: Buffer.concat(parts), isWhole: false };
      parts.push(part);
    }
    return { bytes: Buffer.concat(parts), isWhole: true };
  },
};
