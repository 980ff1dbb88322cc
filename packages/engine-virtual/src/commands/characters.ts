const HALF = /[\ud800-\udfff]/;

/** Characters, where a text may hold some that are two units long. */
export const lengthOf = (text: string): number =>
  HALF.test(text) ? Array.from(text).length : text.length;

export const sliceOf = (text: string, start: number, end: number): string =>
  HALF.test(text) ? Array.from(text).slice(start, end).join("") : text.slice(start, end);

/** How many characters come before a place in a text. */
export const charactersBefore = (text: string, place: number): number =>
  HALF.test(text) ? Array.from(text.slice(0, place)).length : place;
