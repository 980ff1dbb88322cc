/**
 * What these letters stand for behind a backslash, wherever escapes are known. `b` is not among them: it is a
 * backspace to some and the edge of a word to others.
 */
export const CONTROL_LETTERS = {
  a: "\x07",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
} as const;
