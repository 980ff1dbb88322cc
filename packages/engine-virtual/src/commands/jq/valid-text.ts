/** Bytes that begin a character and go on with less than all of it. */
const UNFINISHED = [
  String.raw`[\udce0-\udcef][\udc80-\udcbf]{0,2}`,
  String.raw`[\udcf0-\udcf4][\udc80-\udcbf]{0,3}`,
];

/** A first byte that promises more than the text has left: jq takes the rest for that character. */
const CUT_OFF = [
  String.raw`[\udce0-\udcef][\0-\x7f\udc80-\udcff]?$`,
  String.raw`[\udcf0-\udcf4](?:[\0-\x7f\udc80-\udcff]{0,2}|[\x80-\u07ff])$`,
];

const INVALID = new RegExp([...CUT_OFF, ...UNFINISHED, String.raw`\p{Surrogate}`].join("|"), "gu");

/** A text as jq takes it in: what is no character becomes U+FFFD. */
export function validText(text: string): string {
  return text.isWellFormed() ? text : text.replace(INVALID, "\ufffd");
}
