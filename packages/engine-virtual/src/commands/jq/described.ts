import type { Json } from "./json.ts";
import { kindOf } from "./json.ts";
import { JsonWriter } from "./json-writer.ts";

const LONGEST = 14;

/** A value as messages show it: `number (1)`. */
export function described(value: Json): string {
  const writer = new JsonWriter(value, {});
  // Of a large one no more is written than is shown.
  while (writer.length <= LONGEST && !writer.advance(1));
  const text = writer.take();
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
  return `${kindOf(value)} (${shown})`;
}
