const WIDE =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const NONE = /^(?:\p{Mark}|\p{Default_Ignorable_Code_Point})+$/u;

/** How many cells a terminal gives to a text (Unicode TR 11, without its finer points). */
export function displayWidth(text: string): number {
  // Nearly all text is this, and each character of it has one cell.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return charactersOf(text).reduce((width, character) => width + characterWidth(character), 0);
}

/** As a reader counts them: what is put on top of a letter belongs to it. */
function charactersOf(text: string): readonly string[] {
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

function characterWidth(character: string): number {
  if (NONE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** A text that does not fit loses its end, or its start, and shows that by "…". */
export function cutTo(width: number, text: string, side: "start" | "end" = "end"): string {
  if (displayWidth(text) <= width) return text;
  const characters = charactersOf(text);
  let kept = "";
  let left = width - 1;
  for (const character of side === "end" ? characters : characters.toReversed()) {
    left -= characterWidth(character);
    if (left < 0) break;
    kept = side === "end" ? kept + character : character + kept;
  }
  return side === "end" ? `${kept}…` : `…${kept}`;
}
