/** Brings two spellings that count as one name to the same text. */
export type Fold = (text: string) => string;

/** Names as Linux compares them: byte by byte. */
export const exact: Fold = (text) => text;

/** One name however its accents are encoded (Unicode's NFC). */
export const composed: Fold = (text) => (isAscii(text) ? text : text.normalize("NFC"));

/**
 * One name in whatever case, and without what has no shape: case-insensitive volumes take such
 * names for the same. Letter by letter, since a final sigma would look at its neighbours.
 */
export const caseless: Fold = (text) => {
  if (isAscii(text)) return text.toLowerCase();
  const visible = text.normalize("NFC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return Array.from(visible, (letter) => letter.toUpperCase().toLowerCase()).join("");
};

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
