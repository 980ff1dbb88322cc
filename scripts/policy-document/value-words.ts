import { codes } from "./markdown.ts";
import type { SchemaNode } from "./schema-keys.ts";

export const KEYS_BELOW = "object with the keys below";

/** What may be written, in words. */
export function valueWords(node: SchemaNode): string {
  if (node.enum !== undefined) return `one of ${codes(node.enum)}`;
  if (node.anyOf !== undefined) return node.anyOf.map(valueWords).join(", or ");
  if (node.items !== undefined)
    return `list of ${valueWords(node.items).replace(/^(whole )?number/, "$&s")}`;
  if (node.properties !== undefined) {
    return node.properties["expect"] === undefined ? KEYS_BELOW : "objects";
  }
  if (typeof node.additionalProperties === "object") {
    return `object, ${valueWords(node.additionalProperties)} by name`;
  }
  return [typeWords(node), ...bounds(node)].join(", ");
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: "`true` or `false`",
  integer: "whole number",
  number: "number",
  string: "text",
};

function typeWords({ type = [] }: SchemaNode): string {
  const types = typeof type === "string" ? [type] : type;
  return types.map((name) => TYPES[name] ?? name).join(" or ");
}

/** JSON Schema bounds every whole number by what a double holds. */
function bounds({ minimum, maximum }: SchemaNode): readonly string[] {
  const isMeant = (bound: number | undefined) => Math.abs(bound ?? Infinity) < 2 ** 53 - 1;
  return [
    ...(isMeant(minimum) ? [`at least ${minimum}`] : []),
    ...(isMeant(maximum) ? [`at most ${maximum}`] : []),
  ];
}
