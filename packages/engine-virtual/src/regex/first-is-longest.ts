import type { Expression } from "./syntax.ts";

/** The texts that a choice is between, where each of them is nothing but text. */
function textOf(node: Expression): string | undefined {
  if (node.kind === "character") return node.character;
  if (node.kind === "group") return textOf(node.inner);
  if (node.kind !== "sequence") return undefined;
  const parts = node.parts.map(textOf);
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** Whether no two alternatives can match at the same place. */
function isPrefixFree(parts: readonly Expression[]): boolean {
  const texts = parts.map(textOf);
  return texts.every(
    (text, index) =>
      text !== undefined &&
      texts.every((other, at) => at === index || other?.startsWith(text) !== true),
  );
}

const isOne = ({ kind }: Expression): boolean => ["character", "any", "set"].includes(kind);

/** Whether something that is repeated is the longest as far as it goes, with nothing behind it. */
function isLongestLast(node: Expression): boolean {
  return node.kind === "repeat" && !node.lazy
    ? isOne(node.inner) || textOf(node.inner) !== undefined
    : isLongestFirst(node);
}

/** Whether the first match that an engine finds which tries in order is the longest as well. */
export function isLongestFirst(node: Expression): boolean {
  switch (node.kind) {
    case "choice":
      return isPrefixFree(node.parts);
    case "group":
      return isLongestFirst(node.inner);
    case "sequence": {
      const last = node.parts.at(-1);
      return (
        last === undefined || (node.parts.slice(0, -1).every(isLongestFirst) && isLongestLast(last))
      );
    }
    case "repeat":
      return !node.lazy && isOne(node.inner);
    default:
      return true;
  }
}
