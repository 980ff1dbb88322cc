import type { Assignment, For, Script } from "../syntax-tree.ts";

/** The scripts right below: bodies and substitutions, without what is inside of them. */
export function scriptsIn(value: unknown): readonly Script[] {
  return found(value, isScript, "first");
}

/** Every assignment of a script, however deep. */
export function assignmentsIn(script: Script): readonly Assignment[] {
  return found(script, isAssignment, "all");
}

/** Every `for` and `select` of a script, however deep. */
export function loopsIn(script: Script): readonly For[] {
  return found(script, isFor, "all");
}

function isNode(value: unknown): value is { readonly type: unknown } {
  return typeof value === "object" && value !== null && "type" in value;
}

const isScript = (value: unknown): value is Script => isNode(value) && value.type === "script";

const isAssignment = (value: unknown): value is Assignment =>
  isNode(value) && value.type === "assignment";

const isFor = (value: unknown): value is For =>
  isNode(value) && (value.type === "for" || value.type === "select");

/** The tree is plain data: to look at every value of it misses nothing. */
function found<T>(
  value: unknown,
  isWanted: (value: unknown) => value is T,
  depth: "first" | "all",
): readonly T[] {
  const wanted = isWanted(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return wanted;
  if (wanted.length > 0 && depth === "first") return wanted;
  const below = Object.values(value).flatMap((child) => found(child, isWanted, depth));
  return [...wanted, ...below];
}
