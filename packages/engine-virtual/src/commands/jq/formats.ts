import { decodeText, encodeText } from "../../shell/text.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { isArray, JqError, LONGEST } from "./json.ts";
import { validText } from "./valid-text.ts";
import { writeJson } from "./write-json.ts";

/** A value as `tostring` has it: a string itself, anything else as JSON. */
export const textOf = (value: Json): string =>
  typeof value === "string" ? value : writeJson(value, {});

/** How the values of a list become one text. */
export interface RowFormat {
  readonly separator: string;
  readonly cell: (value: Json) => string;
}

function rowText(value: Json, name: string, { cell, separator }: RowFormat): string {
  if (isArray(value)) return value.map(cell).join(separator);
  throw new JqError(`${described(value)} cannot be ${name}-formatted, only array`);
}

function cell(value: Json, name: string, quote: (text: string) => string): string {
  if (typeof value === "string") return quote(value);
  if (value === null) return "";
  if (typeof value === "object") {
    throw new JqError(`${described(value)} is not valid in a ${name} row`);
  }
  return writeJson(value, {});
}

const TAB_ESCAPES: Readonly<Record<string, string>> = {
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\\": "\\\\",
};

const HTML: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  "'": "&apos;",
  '"': "&quot;",
};

function shellWord(value: Json): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "'\\''")}'`;
  if (value === null || typeof value !== "object") return writeJson(value, {});
  throw new JqError(`${described(value)} can not be escaped for shell`);
}

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

function uri(text: string): string {
  return text.replace(/[^A-Za-z0-9_.~!*'()-]{1,4096}/gu, (part) =>
    Array.from(encodeText(part), percent).join(""),
  );
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(text: string): string {
  const bytes = encodeText(text);
  const digits = Buffer.alloc(Math.ceil(bytes.length / 5) * 8, "=");
  let [at, bits, count] = [0, 0, 0];
  const add = (digit: number): void => {
    digits[at] = ALPHABET.charCodeAt(digit & 31);
    at += 1;
  };
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; count -= 5) add(bits >> (count - 5));
  }
  if (count > 0) add(bits << (5 - count));
  return digits.toString("latin1");
}

function fromBase64(value: Json): string {
  const text = textOf(value);
  if (/^[A-Za-z0-9+/]=*$/.test(text)) {
    throw new JqError(`${described(value)} trailing base64 byte found`);
  }
  const isValid = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1;
  if (!isValid) throw new JqError(`${described(value)} is not valid base64 data`);
  return validText(decodeText(Buffer.from(text, "base64")));
}

/** The formats of lists. */
export const ROW_FORMATS = {
  "@csv": {
    separator: ",",
    cell: (value) => cell(value, "csv", (text) => `"${text.replaceAll('"', '""')}"`),
  },
  "@tsv": {
    separator: "\t",
    cell: (value) =>
      cell(value, "tsv", (text) => text.replace(/[\t\n\r\\]/g, (mark) => TAB_ESCAPES[mark] ?? "")),
  },
  "@sh": { separator: " ", cell: shellWord },
} as const satisfies Readonly<Record<string, RowFormat>>;

const FORMATS: ReadonlyMap<string, (value: Json) => string> = new Map<
  string,
  (value: Json) => string
>([
  ["@text", textOf],
  ["@json", (value) => writeJson(value, {})],
  ["@csv", (value) => rowText(value, "csv", ROW_FORMATS["@csv"])],
  ["@tsv", (value) => rowText(value, "tsv", ROW_FORMATS["@tsv"])],
  ["@html", (value) => textOf(value).replace(/[<>&'"]/g, (mark) => HTML[mark] ?? "")],
  ["@uri", (value) => uri(textOf(value))],
  [
    "@sh",
    (value) => (isArray(value) ? rowText(value, "sh", ROW_FORMATS["@sh"]) : shellWord(value)),
  ],
  ["@base64", (value) => Buffer.from(encodeText(textOf(value))).toString("base64")],
  ["@base64d", fromBase64],
  ["@base32", (value) => base32(textOf(value))],
]);

/** A value by a format such as `@csv`. */
export function formatted(name: string, value: Json): string {
  const format = FORMATS.get(name);
  if (format === undefined) throw new JqError(`${name.slice(1)} is not a valid format`);
  const text = format(value);
  if (text.length > LONGEST) throw new JqError("a string is too long");
  return text;
}
