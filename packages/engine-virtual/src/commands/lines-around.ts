/** Where the `count` lines in front of the line at `start` begin, none of them before `done`. */
export function linesBefore(
  text: string,
  start: number,
  { count, done }: { readonly count: number; readonly done: number },
): number {
  let from = start;
  for (let left = count; left > 0 && from > done; left -= 1) {
    from = from < 2 ? 0 : text.lastIndexOf("\n", from - 2) + 1;
  }
  return from;
}

/** Where the line at `start` ends, before its line feed if it has one. */
export function endOfLine(text: string, start: number): number {
  const next = text.indexOf("\n", start);
  return next === -1 ? text.length : next;
}
