const WIDE =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const NONE = /\p{Mark}|\p{Default_Ignorable_Code_Point}/u;

/** How many cells a terminal gives to a text (Unicode TR 11, without its finer points). */
export function displayWidth(text: string): number {
  // Nearly all text is this, and each character of it has one cell.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...text].reduce((width, character) => width + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  if (NONE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** A text that does not fit loses its end, or its start, and shows that by "…". */
export function cutTo(width: number, text: string, side: "start" | "end" = "end"): string {
  if (displayWidth(text) <= width) return text;
  const characters = side === "end" ? [...text] : [...text].reverse();
  let kept = "";
  let left = width - 1;
  for (const character of characters) {
    left -= characterWidth(character);
    if (left < 0) break;
    kept = side === "end" ? kept + character : character + kept;
  }
  return side === "end" ? `${kept}…` : `…${kept}`;
}
