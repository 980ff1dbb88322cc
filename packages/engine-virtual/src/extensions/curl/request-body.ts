import { randomUUID } from "node:crypto";

import type { Given } from "../../commands/options.ts";
import type { CurlFiles } from "./curl-files.ts";

/** What is sent, and what it is by itself. */
export interface Body {
  readonly content: Buffer;
  readonly type: string;
}

const JSON_TYPE = "application/json";
const DATA_KEYS: ReadonlySet<string> = new Set([
  ...["data", "dataBinary", "dataRaw", "dataUrlencode", "json"],
]);

/** All that `-d` and its like give, in their order; undefined where there is none. */
export function dataOf(given: readonly Given[], files: CurlFiles): Body | undefined {
  const parts = given.filter(({ key }) => DATA_KEYS.has(key));
  if (parts.length === 0) return undefined;
  let content = Buffer.alloc(0);
  for (const [index, { key, value = "" }] of parts.entries()) {
    const mark = index > 0 && key !== "json" ? "&" : "";
    content = Buffer.concat([content, Buffer.from(mark), partOf(key, value, files)]);
  }
  const isJson = parts.some(({ key }) => key === "json");
  return { content, type: isJson ? JSON_TYPE : "application/x-www-form-urlencoded" };
}

function partOf(key: string, value: string, files: CurlFiles): Buffer {
  if (key === "dataUrlencode") return Buffer.from(urlencoded(value, files));
  if (key === "dataRaw" || !value.startsWith("@")) return Buffer.from(value);
  const content = files.read(value.slice(1));
  if (key !== "data") return content;
  return Buffer.from(content.toString("latin1").replace(/[\r\n\0]/g, ""), "latin1");
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`. */
function urlencoded(value: string, files: CurlFiles): string {
  const [, name = "", sign, rest = ""] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? [];
  const content = sign === "@" ? files.read(rest) : Buffer.from(sign === "=" ? rest : value);
  const text = Array.from(content, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === " ") return "+";
    if (/[\w.~-]/.test(character)) return character;
    return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
  return sign !== undefined && name !== "" ? `${name}=${text}` : text;
}

/** What `-F` gives, as multipart/form-data (RFC 7578). */
export function formOf(given: readonly Given[], files: CurlFiles): Body | undefined {
  const fields = given.filter(({ key }) => key === "form" || key === "formString");
  if (fields.length === 0) return undefined;
  const boundary = `------------------------${randomUUID().replaceAll("-", "").slice(0, 22)}`;
  const parts = fields.flatMap(({ key, value = "" }) => [
    Buffer.from(`--${boundary}\r\n`),
    fieldOf(value, key === "formString" ? undefined : files),
  ]);
  const content = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { content, type: `multipart/form-data; boundary=${boundary}` };
}

/** `name=value`, where a value of `-F` may be a file: `@path` as one, `<path>` as its text. */
function fieldOf(field: string, files: CurlFiles | undefined): Buffer {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(field) ?? [];
  const disposition = `Content-Disposition: form-data; name="${escaped(name)}"`;
  if (files === undefined) return fieldBytes([disposition], Buffer.from(value));
  const [sign] = /^[@<]/.exec(value) ?? [];
  const { path, filename, type } = settingsOf(sign === undefined ? value : value.slice(1));
  if (sign === undefined) return fieldBytes([disposition, ...typed(type)], Buffer.from(path));
  const content = files.read(path);
  if (sign === "<") return fieldBytes([disposition, ...typed(type)], content);
  const shown = `; filename="${escaped(filename)}"`;
  return fieldBytes([disposition + shown, ...typed(type ?? typeOf(path))], content);
}

function fieldBytes(head: readonly string[], content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), content, Buffer.from("\r\n")]);
}

const typed = (type: string | undefined): readonly string[] =>
  type === undefined ? [] : [`Content-Type: ${type}`];

const escaped = (text: string): string =>
  text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

interface FieldSettings {
  readonly path: string;
  readonly type: string | undefined;
  readonly filename: string;
}

/** `path;type=text/plain;filename=name`. */
function settingsOf(value: string): FieldSettings {
  const [, path = "", settings = ""] = /^(.*?)((?:;(?:type|filename)=[^;]*)*)$/s.exec(value) ?? [];
  const type = /;type="?([^";]*)/.exec(settings)?.[1];
  const filename = /;filename="?([^";]*)/.exec(settings)?.[1];
  return { path, type, filename: filename ?? path.slice(path.lastIndexOf("/") + 1) };
}

const TYPES: Readonly<Record<string, string>> = {
  gif: "image/gif",
  htm: "text/html",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  xml: "application/xml",
};

const typeOf = (path: string): string =>
  TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
