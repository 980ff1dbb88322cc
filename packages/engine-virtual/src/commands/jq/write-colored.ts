import type { JsonColors } from "./jq-colors.ts";
import { colorOf, KEY_COLOR, RESET } from "./jq-colors.ts";
import type { Json } from "./json.ts";
import { isArray, isObject, sortedKeys } from "./json.ts";
import type { JsonLayout } from "./json-writer.ts";
import { writeJson } from "./write-json.ts";

/** Writes values with the colours of a terminal around their parts, as jq 1.6 sets them. */
export class ColoredWriter {
  readonly #layout: JsonLayout;
  readonly #colors: JsonColors;

  constructor(layout: JsonLayout, colors: JsonColors) {
    this.#layout = layout;
    this.#colors = colors;
  }

  /** `before` is what the value's own lines are indented by. */
  write(value: Json, before = ""): string {
    const color = colorOf(value, this.#colors);
    if (isArray(value)) return color + this.#array(value, color, before);
    if (!isObject(value)) return color + writeJson(value, this.#layout) + RESET;
    const keys = this.#layout.sortsKeys === true ? sortedKeys(value) : [...value.keys()];
    const entries = keys.map((key) => [key, value.get(key) ?? null] as const);
    return color + this.#object(entries, color, before);
  }

  #array(values: readonly Json[], color: string, before: string): string {
    if (values.length === 0) return `[]${RESET}`;
    const inner = this.#inner(before);
    const parts = values.map((value) => this.write(value, inner));
    const between = `${color},${this.#line(inner)}`;
    return `[${this.#line(inner)}${parts.join(between)}${color}${this.#line(before)}${color}]${RESET}`;
  }

  #object(entries: readonly (readonly [string, Json])[], color: string, before: string): string {
    if (entries.length === 0) return `{}${RESET}`;
    const inner = this.#inner(before);
    const colon = this.#layout.indent === undefined ? ":" : ": ";
    const parts = entries.map(([key, value]) => {
      const name = `${KEY_COLOR}${writeJson(key, this.#layout)}${RESET}`;
      return `${RESET}${name}${color}${colon}${RESET}${this.write(value, inner)}`;
    });
    const between = `${color},${this.#line(inner)}`;
    return `{${this.#line(inner)}${parts.join(between)}${color}${this.#line(before)}${color}}${RESET}`;
  }

  #inner(before: string): string {
    return before + (this.#layout.indent ?? "");
  }

  #line(before: string): string {
    return this.#layout.indent === undefined ? "" : `\n${before}`;
  }
}
