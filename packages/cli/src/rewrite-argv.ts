/**
 * What people type, in the form that oclif reads. oclif shows help for a bare command line and takes
 * a path or a leading flag for an unknown command; here `shell` is the default command (seed 002,
 * "Lifecycle Commands"): `agent-sandbox`, `agent-sandbox ./path` and `agent-sandbox --build` are all
 * `agent-sandbox shell …`.
 *
 * @param isDirectory Whether a word names a directory: only a word that is no command is asked for.
 */
export function rewriteArgv(
  argv: readonly string[],
  commands: ReadonlySet<string>,
  isDirectory: (word: string) => boolean,
): readonly string[] {
  const [first] = argv;
  if (first === undefined) return ["shell"];
  if (commands.has(first) || OWN_WORDS.has(first)) return argv;
  if (first.startsWith("-") || looksLikePath(first) || isDirectory(first))
    return ["shell", ...argv];
  return argv;
}

/** What oclif and its plugins answer. */
const OWN_WORDS = new Set(["help", "--help", "-h", "--version", "-v", "autocomplete"]);

function looksLikePath(word: string): boolean {
  return word.includes("/") || word === "." || word === "..";
}
