import type { Json } from "./json.ts";
import { isEqual } from "./json.ts";
import { writeJson } from "./write-json.ts";

/** What values that are equal have in common. */
const shapeOf = (value: Json): Json =>
  typeof value === "object" && value !== null ? writeJson(value, { sortsKeys: true }) : value;

/** The values of a list that are none of some others. */
export function without(list: readonly Json[], others: readonly Json[]): readonly Json[] {
  const gone = Map.groupBy(others, shapeOf);
  return list.filter(
    (value) => gone.get(shapeOf(value))?.some((one) => isEqual(value, one)) !== true,
  );
}
