import { LimitError } from "../files/errors.ts";
import type { Expression } from "./syntax.ts";

/**
 * What the linear engine may take for one text without a tick: states of the expression times characters,
 * about 100 ms at the worst. It mostly takes far less; that cannot be told before.
 */
const MAX_SEARCH_WORK = 4_000_000;

/** How many states an expression has, about. */
function statesOf(node: Expression): number {
  switch (node.kind) {
    case "group":
    case "look":
      return statesOf(node.inner);
    case "sequence":
    case "choice":
      return node.parts.reduce((sum, part) => sum + statesOf(part), 1);
    case "repeat": {
      const times = node.most === Infinity ? node.least + 1 : node.most;
      return statesOf(node.inner) * Math.max(1, times) + 1;
    }
    default:
      return 1;
  }
}

/** So long may every line be: of many states few are looked at for each character. */
const LEAST = 4096;

/** The longest text, mostly a line, that the linear engine is given for an expression. */
export const linearLength = (expression: Expression): number =>
  Math.max(LEAST, Math.floor(MAX_SEARCH_WORK / statesOf(expression)));

/** Refuses a text that would keep a deadline waiting. */
export function checkLinearLength(length: number, most: number): void {
  if (length > most) throw new LimitError("maxSearchLength", most);
}
