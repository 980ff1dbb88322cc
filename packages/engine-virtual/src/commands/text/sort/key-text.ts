import type { KeyPlace, SortKey } from "./sort-key.ts";

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10;

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (at < line.length && isBlank(line.charCodeAt(at))) at += 1;
  return at;
}

/** Behind one field that begins at `from`: blanks in front of it are its own, where blanks part fields. */
function endOfField(line: string, from: number, separator: string | undefined): number {
  if (separator !== undefined) {
    const end = line.indexOf(separator, from);
    return end === -1 ? line.length : end;
  }
  let at = skipBlanks(line, from);
  while (at < line.length && !isBlank(line.charCodeAt(at))) at += 1;
  return at;
}

/** Where a field begins; the end of the line where it has none. */
function startOfField(line: string, field: number, separator: string | undefined): number {
  let at = 0;
  for (let left = field; left > 0 && at < line.length; left -= 1) {
    at = endOfField(line, at, separator);
    if (separator !== undefined && at < line.length) at += 1;
    else if (separator !== undefined) return line.length;
  }
  return at;
}

function startOf(line: string, { start, skipsBlanksAtStart }: SortKey, separator?: string): number {
  const field = startOfField(line, start.field, separator);
  const at = skipsBlanksAtStart ? skipBlanks(line, field) : field;
  return Math.min(line.length, at + start.character);
}

function endAt(line: string, key: SortKey & { end: KeyPlace }, separator?: string): number {
  const { end, skipsBlanksAtEnd } = key;
  const field = startOfField(line, end.field, separator);
  if (end.character === -1) return endOfField(line, field, separator);
  const at = skipsBlanksAtEnd ? skipBlanks(line, field) : field;
  return Math.min(line.length, at + end.character);
}

/** What a key takes of a line. */
export function keyText(line: string, key: SortKey, separator: string | undefined): string {
  const { start, end } = key;
  if (start.field === 0 && start.character === 0 && end === undefined) {
    return key.skipsBlanksAtStart ? line.slice(skipBlanks(line, 0)) : line;
  }
  const from = startOf(line, key, separator);
  if (end === undefined) return line.slice(from);
  return line.slice(from, Math.max(from, endAt(line, { ...key, end }, separator)));
}
