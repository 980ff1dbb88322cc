/** Stands before a character that separates nothing. */
const ESCAPED = "\uE000";

interface How {
  readonly separators: string;
  /** The last of so many fields gets all the rest. */
  readonly most: number | undefined;
}

/** A line as `read` splits it by IFS. */
export function splitFields(line: string, { separators, most }: How): readonly string[] {
  const white = Array.from(separators)
    .filter((one) => " \t\n".includes(one))
    .join("");
  const isWhite = (one: string | undefined) =>
    one !== undefined && one !== "" && white.includes(one);
  const isSeparator = (one: string | undefined) =>
    one !== undefined && one !== "" && separators.includes(one);
  const kinds = { isSeparator, isWhite };
  const fields: string[] = [];
  let at = pastWhite(line, 0, isWhite);
  while (at < line.length) {
    if (fields.length + 1 === most) {
      fields.push(lastField(line.slice(at), kinds));
      return fields;
    }
    const { end, next } = fieldAt(line, at, kinds);
    fields.push(line.slice(at, end));
    at = next;
  }
  return fields;
}

/** Where a field ends, and where the next one begins. */
function fieldAt(
  line: string,
  start: number,
  { isSeparator, isWhite }: Kinds,
): { readonly end: number; readonly next: number } {
  let end = start;
  while (end < line.length && !isSeparator(line[end])) end += line[end] === ESCAPED ? 2 : 1;
  const next = pastWhite(line, end, isWhite);
  // One separator, with all white space around it, is one end.
  return { end, next: isSeparator(line[next]) ? pastWhite(line, next + 1, isWhite) : next };
}

function pastWhite(line: string, from: number, isWhite: Test): number {
  let at = from;
  while (isWhite(line[at])) at += 1;
  return at;
}

type Test = (one: string | undefined) => boolean;

interface Kinds {
  readonly isSeparator: Test;
  readonly isWhite: Test;
}

/** One field without its end, or else all the rest, of which even white space that was escaped goes at the end. */
function lastField(rest: string, kinds: Kinds): string {
  const { end, next } = fieldAt(rest, 0, kinds);
  if (next >= rest.length) return rest.slice(0, end);
  let at = rest.length;
  while (kinds.isWhite(rest[at - 1])) at -= rest[at - 2] === ESCAPED ? 2 : 1;
  return rest.slice(0, at);
}
