/** A word that no shell changes needs no quotes. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** An argv as one line that a POSIX shell reads back as the same argv; for showing to people. */
export function quote(argv: readonly string[]): string {
  return argv.map(quoteWord).join(" ");
}

function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
