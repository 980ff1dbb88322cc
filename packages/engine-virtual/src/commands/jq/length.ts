import { lengthOf as charactersIn } from "../characters.ts";
import { described } from "./described.ts";
import { isArray, JqError } from "./json.ts";
import type { Json } from "./json.ts";

/** How many characters, elements or keys there are; of a number, how far it is from zero. */
export function lengthOf(value: Json): number {
  if (value === null) return 0;
  if (typeof value === "number") return Math.abs(value);
  if (typeof value === "string") return charactersIn(value);
  if (typeof value === "boolean") throw new JqError(`${described(value)} has no length`);
  return isArray(value) ? value.length : value.size;
}
