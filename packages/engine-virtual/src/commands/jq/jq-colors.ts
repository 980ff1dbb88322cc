import type { Json, Kind } from "./json.ts";
import { kindOf } from "./json.ts";

type ColoredKind = Exclude<Kind, "boolean"> | "false" | "true";

/** What stands in front of a value, by its kind; `true` and `false` have their own. */
export type JsonColors = ReadonlyMap<ColoredKind, string>;

export const RESET = "\x1b[0m";

/** What stands in front of a key, whatever the variable says. */
export const KEY_COLOR = "\x1b[34;1m";

/** The kinds in the order of `JQ_COLORS`, with the colours that jq 1.6 has for them. */
const DEFAULTS: readonly (readonly [ColoredKind, string])[] = [
  ["null", "1;30"],
  ["false", "0;39"],
  ["true", "0;39"],
  ["number", "0;39"],
  ["string", "0;32"],
  ["array", "1;39"],
  ["object", "1;39"],
];

const COLOR = /^[\d;]{0,12}$/;

const colorsFrom = (own: readonly string[]): JsonColors =>
  new Map(DEFAULTS.map(([kind, color], index) => [kind, `\x1b[${own[index] ?? color}m`]));

export const USUAL_COLORS = colorsFrom([]);

/** Reads `JQ_COLORS`; `undefined` where one of its colours is none. */
export function readColors(text: string): JsonColors | undefined {
  const parts = text === "" ? [] : text.replace(/:$/, "").split(":");
  const own = parts.slice(0, DEFAULTS.length);
  return own.every((color) => COLOR.test(color)) ? colorsFrom(own) : undefined;
}

export function colorOf(value: Json, colors: JsonColors): string {
  const kind = kindOf(value);
  const shown = kind === "boolean" ? (value === true ? "true" : "false") : kind;
  return colors.get(shown) ?? "";
}
