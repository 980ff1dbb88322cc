import type { Json } from "./json.ts";
import { isArray, isObject, objectOf } from "./json.ts";

/** Where a match is, in characters. */
export function spanOf(match: Json): { readonly offset: number; readonly length: number } {
  const [offset, length] = isObject(match) ? [match.get("offset"), match.get("length")] : [];
  return { offset: Number(offset), length: Number(length) };
}

/** What the named groups of a match took. */
export function captured(match: Json): Json {
  const captures = isObject(match) ? match.get("captures") : undefined;
  const found = captures !== undefined && isArray(captures) ? captures : [];
  return objectOf(
    found.filter(isObject).flatMap((capture) => {
      const name = capture.get("name");
      return typeof name === "string" ? [[name, capture.get("string") ?? null] as const] : [];
    }),
  );
}
