import type { Word, WordPart } from "@agent-sandbox/shell-syntax";

/** A `$` that begins nothing. */
const LONE_DOLLAR = /(?<!\\)(?:\\\\)*\$/;

const EXPANSIONS: ReadonlySet<WordPart["type"]> = new Set([
  ...(["parameter", "command", "arithmetic", "process"] as const),
]);

/** Whether what a word expands to stays one: to bash nothing has been expanded where a `$` alone stands behind it. */
export function isUnsplit({ parts }: Word): boolean {
  const last = parts.findLast((part) => EXPANSIONS.has(part.type) || hasDollar(part));
  return last !== undefined && hasDollar(last) && !parts.some(isList);
}

function hasDollar(part: WordPart): boolean {
  return part.type === "literal" && LONE_DOLLAR.test(part.text);
}

/** `$@`, `$*`, `${a[@]}`: parted by another rule. */
function isList(part: WordPart): boolean {
  if (part.type !== "parameter") return false;
  return /^[@*]$/.test(part.name) || /^[@*]$/.test(part.index?.text ?? "");
}
