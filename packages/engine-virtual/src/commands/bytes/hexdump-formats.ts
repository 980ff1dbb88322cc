/** How the pieces of a line of hexdump are shown, each so many bytes long. */
interface Format {
  readonly size: 1 | 2;
  /** How many characters a piece has. */
  readonly width: number;
  readonly show: (piece: number) => string;
}

const BLOCK = 16;

const inBase = (base: number, width: number) => (piece: number) =>
  piece.toString(base).padStart(width, "0");

const LETTERS: Readonly<Record<number, string>> = {
  ...{ 0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r" },
};

function character(byte: number): string {
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  return LETTERS[byte] ?? inBase(8, 3)(byte);
}

const WORDS: Format = { size: 2, width: 4, show: inBase(16, 4) };

const FORMATS = {
  octalBytes: { size: 1, width: 3, show: inBase(8, 3) },
  characters: { size: 1, width: 3, show: character },
  decimalWords: { size: 2, width: 7, show: inBase(10, 5) },
  octalWords: { size: 2, width: 7, show: inBase(8, 6) },
  words: { ...WORDS, width: 7 },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = "canonical" | keyof typeof FORMATS;

export type Line = (offset: number, bytes: Uint8Array) => string;

/** Words have their low byte first. */
function pieceAt(bytes: Uint8Array, at: number, size: 1 | 2): number {
  const low = bytes[at] ?? 0;
  return size === 1 ? low : low + (bytes[at + 1] ?? 0) * 256;
}

function lineIn({ show, size, width }: Format, offset: number, bytes: Uint8Array): string {
  let line = inBase(16, 7)(offset);
  for (let at = 0; at < BLOCK; at += size) {
    const text = at < bytes.length ? show(pieceAt(bytes, at, size)) : "";
    line += ` ${text.padStart(width)}`;
  }
  return `${line}\n`;
}

function canonical(offset: number, bytes: Uint8Array): string {
  const half = (from: number): string =>
    Array.from(bytes.subarray(from, from + 8), inBase(16, 2))
      .join(" ")
      .padEnd(23);
  const text = Array.from(bytes, (byte) =>
    byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".",
  );
  return `${inBase(16, 8)(offset)}  ${half(0)}  ${half(8)}  |${text.join("")}|\n`;
}

/** Pure: what each block of bytes is shown as, once for each format. */
export function lineOf(names: readonly FormatName[]): Line {
  if (names.length === 0) return (offset, bytes) => lineIn(WORDS, offset, bytes);
  return (offset, bytes) =>
    names
      .map((name) =>
        name === "canonical" ? canonical(offset, bytes) : lineIn(FORMATS[name], offset, bytes),
      )
      .join("");
}

/** Pure: where the bytes end, as the last format counts them. */
export const endLine = (names: readonly FormatName[], offset: number): string =>
  `${inBase(16, names.at(-1) === "canonical" ? 8 : 7)(offset)}\n`;
