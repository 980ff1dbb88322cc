import { Buffer } from "node:buffer";

import { decodeText, encodeText } from "../shell/text.ts";

const NOT_ASCII = /[^\0-\x7f]/;

/** A text as the bytes that it is, each a character of its own. */
export const bytesOf = (text: string): string =>
  NOT_ASCII.test(text) ? Buffer.from(encodeText(text)).toString("latin1") : text;

/** The text that such bytes are. */
export const textOf = (bytes: string): string =>
  NOT_ASCII.test(bytes) ? decodeText(Buffer.from(bytes, "latin1")) : bytes;
