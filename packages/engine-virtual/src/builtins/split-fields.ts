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
  const fields: string[] = [];
  let at = pastWhite(line, 0, isWhite);
  while (at < line.length) {
    if (fields.length + 1 === most) {
      fields.push(lastField(line.slice(at), isWhite, isSeparator));
      return fields;
    }
    const start = at;
    while (at < line.length && !isSeparator(line[at])) at += line[at] === ESCAPED ? 2 : 1;
    fields.push(line.slice(start, at));
    at = pastWhite(line, at, isWhite);
    // One separator, with all white space around it, is one end.
    if (isSeparator(line[at])) at = pastWhite(line, at + 1, isWhite);
  }
  return fields;
}

function pastWhite(line: string, from: number, isWhite: Test): number {
  let at = from;
  while (isWhite(line[at])) at += 1;
  return at;
}

type Test = (one: string | undefined) => boolean;

/** The rest, without white space at its end, and without one separator where that is all that ends it. */
function lastField(rest: string, isWhite: Test, isSeparator: Test): string {
  let end = rest.length;
  const isBare = (at: number) => at > 0 && rest[at - 2] !== ESCAPED;
  while (isBare(end) && isWhite(rest[end - 1])) end -= 1;
  const trimmed = rest.slice(0, end);
  const last = trimmed.at(-1);
  const inside = trimmed.slice(0, -1);
  const hasOthers = Array.from(inside).some((one) => isSeparator(one) && !isWhite(one));
  const endsBySeparator = isSeparator(last) && !isWhite(last) && inside.at(-1) !== ESCAPED;
  if (!endsBySeparator || hasOthers) return trimmed;
  return inside;
}
