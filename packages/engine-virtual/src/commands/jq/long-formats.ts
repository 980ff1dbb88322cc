import { formatted, ROW_FORMATS, type RowFormat } from "./formats.ts";
import { NOW } from "./filter.ts";
import type { Json } from "./json.ts";
import { isArray, JqError, LONGEST } from "./json.ts";
import type { Machine } from "./machine.ts";
import type { Steps } from "./steps.ts";
import { writtenJson } from "./write-json.ts";

const ROWS: ReadonlyMap<string, RowFormat> = new Map(Object.entries<RowFormat>(ROW_FORMATS));

/** A value, which may be large, by a format such as `@csv`. */
export function* formattedSlowly(machine: Machine, name: string, value: Json): Steps<string> {
  const row = ROWS.get(name);
  if (row !== undefined && isArray(value)) return yield* rowOf(machine, value, row);
  const isJson = name === "@json" || (name === "@text" && typeof value !== "string");
  return isJson ? yield* writtenJson(machine, value) : formatted(name, value);
}

function* rowOf(machine: Machine, list: readonly Json[], row: RowFormat): Steps<string> {
  let text = "";
  let separator = "";
  for (const value of list) {
    text += separator + row.cell(value);
    separator = row.separator;
    if (text.length > LONGEST) throw new JqError("a string is too long");
    if (machine.isTime()) yield NOW;
  }
  return text;
}
