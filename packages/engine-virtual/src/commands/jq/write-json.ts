import type { Json } from "./json.ts";
import { isArray, sortedKeys } from "./json.ts";
import { numberText } from "./number-text.ts";

export interface JsonLayout {
  /** What one level is indented by; all in one line without it. */
  readonly indent?: string;
  readonly sortsKeys?: boolean;
  /** Whether what is not ASCII is escaped. */
  readonly isAscii?: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

const TO_ESCAPE = /["\\\0-\x1f\x7f]/g;
const TO_ESCAPE_IN_ASCII = /["\\\0-\x1f\x7f-\uffff]/g;

const hex = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

function stringText(text: string, isAscii: boolean): string {
  const escaped = text.replace(
    isAscii ? TO_ESCAPE_IN_ASCII : TO_ESCAPE,
    (character) => ESCAPES[character] ?? hex(character),
  );
  return `"${escaped}"`;
}

/** Writes a value; `before` is what its own lines are indented by. */
export function writeJson(value: Json, layout: JsonLayout, before = ""): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return stringText(value, layout.isAscii === true);
  const inner = before + (layout.indent ?? "");
  if (isArray(value)) {
    const parts = value.map((part) => writeJson(part, layout, inner));
    return enclosed(["[", "]"], parts, { layout, before });
  }
  const colon = layout.indent === undefined ? ":" : ": ";
  const keys = layout.sortsKeys === true ? sortedKeys(value) : [...value.keys()];
  const parts = keys.map((key) => {
    const written = writeJson(value.get(key) ?? null, layout, inner);
    return `${stringText(key, layout.isAscii === true)}${colon}${written}`;
  });
  return enclosed(["{", "}"], parts, { layout, before });
}

function enclosed(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { layout, before }: { readonly layout: JsonLayout; readonly before: string },
): string {
  if (parts.length === 0) return open + close;
  if (layout.indent === undefined) return open + parts.join(",") + close;
  const line = `\n${before}${layout.indent}`;
  return `${open}${line}${parts.join(`,${line}`)}\n${before}${close}`;
}
