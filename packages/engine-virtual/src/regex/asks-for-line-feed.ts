import type { Expression, SetItem } from "./syntax.ts";

const LINE_FEED = 10;

const isLineFeed = (item: SetItem): boolean =>
  typeof item !== "string" && item[0] === LINE_FEED && item[1] === LINE_FEED;

/** Whether a part of an expression is a line feed and nothing else: a set that also holds more is none. */
export function asksForLineFeed(node: Expression): boolean {
  switch (node.kind) {
    case "character":
      return node.character === "\n";
    case "set":
      return !node.negated && node.items.length > 0 && node.items.every(isLineFeed);
    case "sequence":
    case "choice":
      return node.parts.some(asksForLineFeed);
    case "group":
    case "repeat":
    case "look":
      return asksForLineFeed(node.inner);
    default:
      return false;
  }
}
