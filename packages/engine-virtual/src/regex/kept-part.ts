export interface KeptPart {
  readonly before: string;
  readonly kept: string;
}

/**
 * `before\Kkept` of Perl, where only the second part is what is found. Undefined where there is no `\K`, or one
 * that cannot be taken apart: in a group, in an alternative, beside references to groups.
 */
export function keptPart(pattern: string): KeptPart | undefined {
  if (!pattern.includes("\\K") || /\\[1-9gkQ]/.test(pattern)) return undefined;
  const outside = [...outsideGroups(pattern)];
  const at = outside.find(({ part }) => part === "\\K")?.at;
  if (at === undefined || outside.some(({ part }) => part === "|")) return undefined;
  return { before: pattern.slice(0, at), kept: pattern.slice(at + 2) };
}

/** Escapes and classes as a whole, and what opens, closes or parts. */
const PARTS = /\\[^]|\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*\]|[()|]/g;

function* outsideGroups(pattern: string): Iterable<{ readonly part: string; readonly at: number }> {
  let depth = 0;
  for (const { 0: part, index: at } of pattern.matchAll(PARTS)) {
    if (part === "(") depth += 1;
    else if (part === ")") depth -= 1;
    else if (depth === 0) yield { part, at };
  }
}
