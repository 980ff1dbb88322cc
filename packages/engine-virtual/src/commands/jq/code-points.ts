import { described } from "./described.ts";
import { NOW } from "./filter.ts";
import type { Json } from "./json.ts";
import { isArray, JqError } from "./json.ts";
import type { LongNative } from "./steps.ts";

/** Characters that are worked on between two looks at the clock. */
const STEP = 4_096;

/** `explode` */
export const exploded: LongNative = function* (machine, text) {
  if (typeof text !== "string") throw new JqError("explode input must be a string");
  const codes: number[] = [];
  let until = STEP;
  for (const character of text) {
    codes.push(character.codePointAt(0) ?? 0);
    if (codes.length < until) continue;
    until += STEP;
    if (machine.isTime()) yield NOW;
  }
  return codes;
};

/** `implode` */
export const imploded: LongNative = function* (machine, codes) {
  if (!isArray(codes)) throw new JqError("implode input must be an array");
  let text = "";
  for (let at = 0; at < codes.length; at += STEP) {
    text += codes
      .slice(at, at + STEP)
      .map(characterOf)
      .join("");
    if (machine.isTime()) yield NOW;
  }
  return text.toWellFormed();
};

function characterOf(code: Json): string {
  if (typeof code === "number" && code >= 0 && code <= 0x10ffff) {
    return String.fromCodePoint(Math.trunc(code));
  }
  const words = "can't be imploded, unicode codepoint needs to be numeric";
  throw new JqError(`${described(code)} ${words}`);
}
