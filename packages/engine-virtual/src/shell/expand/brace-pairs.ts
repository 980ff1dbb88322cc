/** An opening brace and the one that closes it. */
export interface BracePair {
  readonly start: number;
  end: number;
  /** Of its own, not of braces in it. */
  hasComma: boolean;
  /** Whether no other braces are in it. */
  isInmost: boolean;
}

/** All in one pass, in the order in which they begin. */
export function bracePairs(items: readonly unknown[]): readonly BracePair[] {
  const begun: BracePair[] = [];
  const open: BracePair[] = [];
  for (const [at, item] of items.entries()) {
    const around = open.at(-1);
    if (item === "{") {
      if (around !== undefined) around.isInmost = false;
      const pair = { start: at, end: -1, hasComma: false, isInmost: true };
      begun.push(pair);
      open.push(pair);
    } else if (around !== undefined) {
      if (item === ",") around.hasComma = true;
      if (item === "}") around.end = at;
      if (item === "}") open.pop();
    }
  }
  return begun.filter(({ end }) => end !== -1);
}

/** How many that part words are in each other. */
export function nestingOf(pairs: readonly BracePair[]): number {
  const ends: number[] = [];
  let most = 0;
  for (const { end, hasComma, start } of pairs) {
    while ((ends.at(-1) ?? start) < start) ends.pop();
    if (hasComma) most = Math.max(most, ends.push(end));
  }
  return most;
}
