import type { Expression } from "./syntax.ts";

/** How many groups an expression has whose text is kept. */
export function capturesIn(node: Expression): number {
  switch (node.kind) {
    case "group":
      return (node.captures ? 1 : 0) + capturesIn(node.inner);
    case "sequence":
    case "choice":
      return node.parts.reduce((sum, part) => sum + capturesIn(part), 0);
    case "repeat":
    case "look":
      return capturesIn(node.inner);
    default:
      return 0;
  }
}
