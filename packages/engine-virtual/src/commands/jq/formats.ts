import { encodeText, showText } from "../../shell/text.ts";
import type { Json } from "./json.ts";
import { LONGEST } from "./arithmetic.ts";
import { described } from "./described.ts";
import { isArray, JqError } from "./json.ts";
import { writeJson } from "./write-json.ts";

/** A value as `tostring` has it: a string itself, anything else as JSON. */
export const textOf = (value: Json): string =>
  typeof value === "string" ? value : writeJson(value, {});

function rowOf(value: Json, name: string): readonly Json[] {
  if (isArray(value)) return value;
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
  return text.replace(/[^A-Za-z0-9_.~!*'()-]+/g, (part) =>
    Array.from(encodeText(part), percent).join(""),
  );
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(text: string): string {
  const bits = Array.from(encodeText(text), (byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = (bits.match(/.{1,5}/g) ?? []).map(
    (five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)] ?? "",
  );
  return digits.join("").padEnd(Math.ceil(digits.length / 8) * 8, "=");
}

function fromBase64(value: Json): string {
  const text = textOf(value);
  if (/^[A-Za-z0-9+/]=*$/.test(text)) {
    throw new JqError(`${described(value)} trailing base64 byte found`);
  }
  const isValid = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1;
  if (!isValid) throw new JqError(`${described(value)} is not valid base64 data`);
  return showText(Buffer.from(text, "base64"));
}

const FORMATS: ReadonlyMap<string, (value: Json) => string> = new Map<
  string,
  (value: Json) => string
>([
  ["@text", textOf],
  ["@json", (value) => writeJson(value, {})],
  [
    "@csv",
    (value) =>
      rowOf(value, "csv")
        .map((one) => cell(one, "csv", (text) => `"${text.replaceAll('"', '""')}"`))
        .join(","),
  ],
  [
    "@tsv",
    (value) =>
      rowOf(value, "tsv")
        .map((one) =>
          cell(one, "tsv", (text) =>
            text.replace(/[\t\n\r\\]/g, (mark) => TAB_ESCAPES[mark] ?? ""),
          ),
        )
        .join("\t"),
  ],
  ["@html", (value) => textOf(value).replace(/[<>&'"]/g, (mark) => HTML[mark] ?? "")],
  ["@uri", (value) => uri(textOf(value))],
  ["@sh", (value) => (isArray(value) ? value.map(shellWord).join(" ") : shellWord(value))],
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
