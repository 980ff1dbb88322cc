import { isAscii, isUtf8 } from "node:buffer";

/** How the bytes of a text are read, in the words of `file` and as MIME has it. */
export interface TextKind {
  readonly words: string;
  readonly charset: string;
  /** In which one character is one byte, where that is enough to know it by. */
  readonly text: string;
}

/** What no text holds: control characters but for those of printers and terminals. */
const NO_TEXT = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f]/;
const EXTENDED = /[\x80-\x84\x86-\x9f]/;

/** What kind of text it is; undefined for what is none. */
export function textKindOf(bytes: Uint8Array): TextKind | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const wide = wideKindOf(buffer);
  if (wide !== undefined) return wide;
  const text = buffer.toString("latin1");
  if (NO_TEXT.test(text)) return undefined;
  if (isAscii(buffer)) return { words: "ASCII text", charset: "us-ascii", text };
  if (isUtf8(buffer)) {
    const mark = text.startsWith("\xef\xbb\xbf") ? " (with BOM)" : "";
    return { words: `Unicode text, UTF-8${mark} text`, charset: "utf-8", text };
  }
  return EXTENDED.test(text)
    ? { words: "Non-ISO extended-ASCII text", charset: "unknown-8bit", text }
    : { words: "ISO-8859 text", charset: "iso-8859-1", text };
}

function wideKindOf(buffer: Buffer): TextKind | undefined {
  const isLittle = buffer[0] === 0xff && buffer[1] === 0xfe;
  if (!isLittle && !(buffer[0] === 0xfe && buffer[1] === 0xff)) return undefined;
  if (buffer.length % 2 !== 0) return undefined;
  const order = isLittle ? "little" : "big";
  const text = (isLittle ? buffer : Buffer.from(buffer).swap16()).toString("utf16le").slice(1);
  if (NO_TEXT.test(text)) return undefined;
  const charset = `utf-16${isLittle ? "le" : "be"}`;
  return { words: `Unicode text, UTF-16, ${order}-endian text`, charset, text };
}

const LONG_LINE = 300;

/** What is said of its lines. */
export function lineWords({ charset, text }: TextKind): string {
  const longest = text
    .split(/[\r\n]/)
    .reduce((most, line) => Math.max(most, lengthIn(charset, line)), 0);
  const long = longest > LONG_LINE ? `, with very long lines (${longest})` : "";
  const escapes = text.includes("\x1b") ? ", with escape sequences" : "";
  return `${long}${endWords(text)}${escapes}${text.includes("\b") ? ", with overstriking" : ""}`;
}

function lengthIn(charset: string, line: string): number {
  return charset === "utf-8" ? Buffer.from(line, "latin1").toString().length : line.length;
}

function endWords(text: string): string {
  const ends = [
    ...(text.includes("\r\n") ? ["CRLF"] : []),
    ...(/\r(?!\n)/.test(text) ? ["CR"] : []),
    ...(/(?<!\r)\n/.test(text) ? ["LF"] : []),
  ];
  if (ends.length === 0) return ", with no line terminators";
  return ends.length === 1 && ends[0] === "LF" ? "" : `, with ${ends.join(", ")} line terminators`;
}
