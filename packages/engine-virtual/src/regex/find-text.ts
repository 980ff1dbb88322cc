/** Texts up to here are looked for by the engine itself, whose time is at worst that of both lengths together. */
const SHORT = 32;

/**
 * Where a text is in another one, from a place on, or -1. The engine's own search takes the product of both
 * lengths at worst, which is hours for texts of megabytes: this one takes no more than their sum.
 */
export function findText(text: string, wanted: string, from = 0): number {
  if (wanted.length <= SHORT) return text.indexOf(wanted, from);
  const start = wanted.slice(0, SHORT);
  const last = text.length - wanted.length;
  let patience = text.length;
  let at = text.indexOf(start, from);
  while (at !== -1 && at <= last) {
    if (text.startsWith(wanted, at)) return at;
    patience -= wanted.length;
    if (patience < 0) return findInOrder(text, wanted, at + 1);
    at = text.indexOf(start, at + 1);
  }
  return -1;
}

/** Knuth, Morris and Pratt: no character of the text is looked at again. */
function findInOrder(text: string, wanted: string, from: number): number {
  const kept = borders(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = kept[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched === wanted.length) return at + 1 - matched;
  }
  return -1;
}

/** For each beginning of a text, how much of its end is a beginning again. */
function borders(text: string): Int32Array {
  const lengths = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== code) length = lengths[length - 1] ?? 0;
    if (text.charCodeAt(length) === code) length += 1;
    lengths[at] = length;
  }
  return lengths;
}

/** What stands between all places of a text, which is not empty. */
export function cutAtText(text: string, separator: string): string[] {
  if (separator.length <= SHORT) return text.split(separator);
  const parts: string[] = [];
  let from = 0;
  for (let at = findText(text, separator); at !== -1; at = findText(text, separator, from)) {
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
  parts.push(text.slice(from));
  return parts;
}
