import { byteText } from "@agent-sandbox/shell-syntax";
import { Buffer, isAscii, isUtf8 } from "node:buffer";

import { asBytes, decodeText, encodeText } from "../shell/text.ts";
import type { GrepPlan } from "./grep-options.ts";

/**
 * How a text and its bytes belong together: `mixed` holds bytes that are no characters, and with `bytes` each
 * byte is one, as in the locale C.
 */
export type GrepEncoding = "utf8" | "mixed" | "bytes";

/** What a file holds, as it is searched. */
export interface Content {
  readonly text: string;
  readonly isAscii: boolean;
  readonly hasZeros: boolean;
  readonly encoding: GrepEncoding;
}

/** With `-z` a line ends at a zero byte: the two change places, and back when they are shown. */
const exchanged = (text: string): string =>
  text.replace(/[\0\n]/g, (end) => (end === "\n" ? "\0" : "\n"));

/** In what is no text a zero byte ends a line, too. */
const withZeroEnds = (text: string): string => text.replaceAll("\0", "\n");

function encodingOf(bytes: Buffer, isBytes: boolean): GrepEncoding {
  if (isAscii(bytes)) return "utf8";
  if (isBytes) return "bytes";
  return isUtf8(bytes) ? "utf8" : "mixed";
}

function decoded(bytes: Buffer, encoding: GrepEncoding): string {
  if (encoding === "utf8") return bytes.toString();
  if (encoding === "mixed") return decodeText(bytes);
  return bytes.toString("latin1").replace(/[\x80-\xff]/g, (one) => byteText(one.charCodeAt(0)));
}

export function contentOf(bytes: Uint8Array, { binary, isBytes, lineEnd }: GrepPlan): Content {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const encoding = encodingOf(buffer, isBytes);
  const ascii = encoding === "bytes" || isAscii(buffer);
  const text = ascii && encoding === "utf8" ? buffer.toString("latin1") : decoded(buffer, encoding);
  const isZeros = lineEnd === "\0";
  const hasZeros = !isZeros && buffer.includes(0);
  const own = isZeros ? exchanged(text) : text;
  return {
    text: hasZeros && binary === "binary" ? withZeroEnds(text) : own,
    isAscii: ascii,
    hasZeros,
    encoding,
  };
}

/** A name beside a text of this encoding. */
export const named = (name: string, encoding: GrepEncoding): string =>
  encoding === "bytes" ? asBytes(name) : name;

export const encoded = (text: string, encoding: GrepEncoding): Uint8Array =>
  encoding === "utf8" ? Buffer.from(text) : encodeText(text);
