/** A word that no shell changes needs no quotes. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** One word as a POSIX shell reads it back. */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
