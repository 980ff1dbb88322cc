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
  let depth = 0;
  let at: number | undefined;
  for (const { 0: part, index } of pattern.matchAll(PARTS)) {
    if (part === "|" && depth === 0) return undefined;
    if (part === "(") depth += 1;
    if (part === ")") depth -= 1;
    if (part === "\\K" && depth === 0) at ??= index;
  }
  return at === undefined
    ? undefined
    : { before: pattern.slice(0, at), kept: pattern.slice(at + 2) };
}

/** Escapes and classes as a whole, and what opens, closes or parts. */
const PARTS = /\\[^]|\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*\]|[()|]/g;
