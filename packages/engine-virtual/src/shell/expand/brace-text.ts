const CLOSING: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

/** No word that was read is nested deeper. */
const DEPTH = 200;

/**
 * A word as it is written, in pieces: each character of its bare text, and each stretch that braces do not look into.
 * Bash finds those by simple rules: quotes end at the next of their kind, also in `"${x:-"{a,b}"}"`, whose inner
 * braces stand between two pairs of quotes.
 */
export function bracePieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

function endOfPiece(text: string, at: number, depth = 0): number {
  const character = text[at] ?? "";
  if (character === "\\") return at + 2;
  if (/["'`]/.test(character)) return endOfQuotes(text, at, depth);
  const isNest = text[at + 1] === "(" ? /[$<>]/.test(character) : text.startsWith("${", at);
  return isNest ? endOfNest(text, at + 1, depth) : at + 1;
}

function endOfQuotes(text: string, start: number, depth: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length;) {
    const character = text[at];
    if (character === quote) return at + 1;
    if (quote === "'") at += 1;
    else if (character === "\\" || text.startsWith("${", at)) at += 2;
    else if (quote === '"' && text.startsWith("$(", at)) at = endOfNest(text, at + 1, depth);
    else at += 1;
  }
  return text.length;
}

/** Behind the bracket that closes the one that stands there. */
function endOfNest(text: string, start: number, depth: number): number {
  if (depth > DEPTH) return text.length;
  const open = text[start] ?? "";
  let level = 1;
  for (let at = start + 1; at < text.length;) {
    if (text[at] === CLOSING[open]) level -= 1;
    if (level === 0) return at + 1;
    if (text[at] === open) level += 1;
    at = endOfPiece(text, at, depth + 1);
  }
  return text.length;
}
