import type { Expression } from "./syntax.ts";

/** The text that every match begins with, as far as it is known, in one case. */
function prefixOf(node: Expression): { readonly text: string; readonly isWhole: boolean } {
  switch (node.kind) {
    case "character":
      return { text: node.character.toLowerCase(), isWhole: true };
    case "group":
      return prefixOf(node.inner);
    case "sequence": {
      let text = "";
      for (const part of node.parts) {
        const prefix = prefixOf(part);
        text += prefix.text;
        if (!prefix.isWhole) return { text, isWhole: false };
      }
      return { text, isWhole: true };
    }
    default:
      return { text: "", isWhole: false };
  }
}

/** Whether two texts cannot both stand at one place. */
function differs(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) !== other.slice(0, length);
}

/** Whether at most one of these can match at any place, so that their order says nothing. */
function areApart(parts: readonly Expression[]): boolean {
  const prefixes = parts.map((part) => prefixOf(part).text);
  return prefixes.every((prefix, index) =>
    prefixes.slice(index + 1).every((other) => differs(prefix, other)),
  );
}

/** Whether the first match that an engine finds which tries in order is the longest as well. */
export function isLongestFirst(node: Expression): boolean {
  switch (node.kind) {
    case "choice":
      return areApart(node.parts) && node.parts.every(isLongestFirst);
    case "group":
      return isLongestFirst(node.inner);
    case "sequence":
      return node.parts.every(isLongestFirst);
    case "repeat":
      return ["character", "any", "set"].includes(node.inner.kind);
    default:
      return true;
  }
}
