import type { Expression } from "./syntax.ts";
import { writeExpression } from "./write.ts";

/** The character that every match begins with, where it is known. */
export function firstCharacter(node: Expression): string | undefined {
  switch (node.kind) {
    case "character":
      return node.character;
    case "group":
      return firstCharacter(node.inner);
    case "sequence": {
      const first = node.parts.find(({ kind }) => kind !== "place");
      return first && firstCharacter(first);
    }
    case "repeat":
      return node.least > 0 ? firstCharacter(node.inner) : undefined;
    default:
      return undefined;
  }
}

/** Whether a character, a set or the like could match it, with or without regard to case. */
export function couldTake(one: Expression, character: string): boolean {
  const source = writeExpression(one, { engine: "unicode", within: "text" });
  return ["u", "iu"].some((flags) => new RegExp(source, flags).test(character));
}
