import type { Expression } from "./syntax.ts";

const LAST_ASCII = 0x7f;

type SetNode = Extract<Expression, { kind: "set" }>;

/** Whether a set knows more than ASCII. */
const isWide = ({ negated, items }: SetNode): boolean =>
  negated || items.some((item) => typeof item === "string" || item[1] > LAST_ASCII);

/** Whether it can tell a character from half of one, or knows more letters than those of ASCII. */
export function needsUnicode(node: Expression): boolean {
  if (node.kind === "character") return node.character.length > 1 || !node.character.isWellFormed();
  if (node.kind === "any") return true;
  if (node.kind === "set") return isWide(node);
  if ("inner" in node) return needsUnicode(node.inner);
  return "parts" in node && node.parts.some(needsUnicode);
}
