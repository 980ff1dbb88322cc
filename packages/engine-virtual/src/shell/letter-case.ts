/** A text in capitals as bash has it, by towupper(3): each letter by one, so that an `ß` stays. */
export function upper(text: string): string {
  const whole = text.toUpperCase();
  return /^[\0-\x7f]*$/.test(text) ? whole : Array.from(text, upperLetter).join("");
}

/** The same in small letters, by towlower(3). */
export function lower(text: string): string {
  const whole = text.toLowerCase();
  return /^[\0-\x7f]*$/.test(text) ? whole : Array.from(text, lowerLetter).join("");
}

function upperLetter(one: string): string {
  const letters = Array.from(one.toUpperCase());
  return letters.length === 1 ? (letters[0] ?? one) : one;
}

function lowerLetter(one: string): string {
  return Array.from(one.toLowerCase())[0] ?? one;
}
