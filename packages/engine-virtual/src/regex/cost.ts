import type { Expression } from "./syntax.ts";

/**
 * What an engine that goes back and tries again may need for a text of n characters, from above:
 * `factor` times n to the power of `degree` for each place where it starts.
 */
export interface Cost {
  readonly degree: number;
  readonly factor: number;
}

const ONE: Cost = { degree: 0, factor: 1 };
const ENDLESS: Cost = { degree: Infinity, factor: 1 };

const inRow = (costs: readonly Cost[]): Cost => ({
  degree: costs.reduce((sum, { degree }) => sum + degree, 0),
  factor: costs.reduce((product, { factor }) => product * factor, 1),
});

const oneOf = (costs: readonly Cost[]): Cost => ({
  degree: Math.max(0, ...costs.map(({ degree }) => degree)),
  factor: costs.reduce((sum, { factor }) => sum + factor, 0),
});

/** Whether it matches in one way only, and never nothing: repeated, it is as simple as one character. */
export function isFixed(node: Expression): boolean {
  switch (node.kind) {
    case "character":
    case "any":
    case "set":
      return true;
    case "group":
      return isFixed(node.inner);
    case "sequence":
      return node.parts.length > 0 && node.parts.every(isFixed);
    default:
      return false;
  }
}

function repeated(node: Extract<Expression, { kind: "repeat" }>): Cost {
  const { inner, least, most } = node;
  if (isFixed(inner)) {
    return most === Infinity ? { degree: 1, factor: least + 1 } : { degree: 0, factor: most + 1 };
  }
  const cost = costOf(inner);
  if (most === 1) return { degree: cost.degree, factor: cost.factor + 1 };
  // What may match in several ways, again and again: the ways multiply.
  if (most === Infinity || cost.degree > 0) return ENDLESS;
  return { degree: 0, factor: (cost.factor + 1) ** most };
}

export function costOf(node: Expression): Cost {
  switch (node.kind) {
    case "group":
    case "look":
      return costOf(node.inner);
    case "sequence":
      return inRow(node.parts.map(costOf));
    case "choice":
      return oneOf(node.parts.map(costOf));
    case "repeat":
      return repeated(node);
    case "back":
      return { degree: 1, factor: 1 };
    default:
      return ONE;
  }
}

/** Steps that may be taken without a tick: some tens of milliseconds at the worst. */
const BUDGET = 20_000_000;

/** The longest text that may be searched natively in one go: whatever it holds, it ends in time. */
export function safeLength({ degree, factor }: Cost): number {
  if (degree === Infinity || factor > BUDGET) return 0;
  return Math.floor((BUDGET / factor) ** (1 / (degree + 1)));
}
