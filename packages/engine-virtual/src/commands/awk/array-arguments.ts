/** Builtins whose argument at a place is an array. */
export const ARRAY_ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  split: [1, 3],
  match: [2],
  asort: [0, 1],
  asorti: [0, 1],
};
