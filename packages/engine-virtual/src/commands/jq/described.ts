import type { Json } from "./json.ts";
import { kindOf } from "./json.ts";
import { writeJson } from "./write-json.ts";

const LONGEST = 14;

/** A value as messages show it: `number (1)`. */
export function described(value: Json): string {
  const text = writeJson(value, {});
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
  return `${kindOf(value)} (${shown})`;
}
