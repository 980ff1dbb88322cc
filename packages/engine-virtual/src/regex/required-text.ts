import type { Expression } from "./syntax.ts";

/** The longest of some texts. */
const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), "");

function runs(parts: readonly Expression[]): readonly string[] {
  const found: string[] = [];
  let run = "";
  for (const part of parts) {
    if (part.kind === "character") {
      run += part.character;
      continue;
    }
    found.push(run, requiredRun(part));
    run = "";
  }
  return [...found, run];
}

/** No more is looked for beforehand, in time that grows with the text alone. */
const ENOUGH = 32;

/** The first half of a character. */
const HALF = /[\ud800-\udbff]$/;

/** A text that every match holds, as long as one is easily found; empty where there is none. */
export const requiredText = (node: Expression): string =>
  requiredRun(node).slice(0, ENOUGH).replace(HALF, "");

function requiredRun(node: Expression): string {
  switch (node.kind) {
    case "character":
      return node.character;
    case "sequence":
      return longest(runs(node.parts));
    case "group":
      return requiredRun(node.inner);
    case "repeat":
      return node.least > 0 ? requiredRun(node.inner) : "";
    default:
      return "";
  }
}

/** The whole of it, where it is nothing but text. */
export function wholeText(node: Expression): string | undefined {
  if (node.kind === "character") return node.character;
  if (node.kind !== "sequence") return undefined;
  const parts = node.parts.map(wholeText);
  return parts.includes(undefined) ? undefined : parts.join("");
}
