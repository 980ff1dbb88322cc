import type { SchemaNode } from "./schema-keys.ts";

/** What shows something that no example does: an example is what one would want. */
const MORE: Readonly<Record<string, readonly unknown[]>> = {
  "filesystem.root": ["../other"],
  "filesystem.allowed-patterns": [["*.pem"]],
};

/** Values that a key may have, each with one thing in it, to ask what the program makes of them. */
export function sampleValues(key: string, node: SchemaNode): readonly unknown[] {
  return [...ofNode(node), ...(MORE[key] ?? [])];
}

function ofNode(node: SchemaNode): readonly unknown[] {
  if (node.anyOf !== undefined) return node.anyOf.flatMap(ofNode);
  if (node.properties !== undefined) return [];
  if (node.enum !== undefined) return node.enum;
  if (node.type === "boolean") return [true, false];
  return (node.examples ?? []).flatMap(oneByOne);
}

function oneByOne(example: unknown): readonly unknown[] {
  if (Array.isArray(example)) return example.map((item: unknown) => [item]);
  if (typeof example !== "object" || example === null) return [example];
  return Object.entries(example).map(([name, value]) => ({ [name]: value as unknown }));
}
