/** A word that no shell changes needs no quotes. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** An argv as one line that a POSIX shell reads back as the same argv; for showing to people. */
export function quote(argv: readonly string[]): string {
  const [program = "", ...rest] = argv.map(quoteWord);
  // In front of a command, NAME=value would be a variable.
  const first = argv[0]?.includes("=") === true && program === argv[0] ? `'${program}'` : program;
  return [first, ...rest].join(" ");
}

/** One word, as a POSIX shell reads it back. */
export function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
