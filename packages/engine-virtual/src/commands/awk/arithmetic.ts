export const powerOf = (left: number, right: number): number => left ** right;

export const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "^": powerOf,
  "**": powerOf,
};
