/** git(1): options in front of the command that take the next word. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--exec-path",
  "--config-env",
  "--super-prefix",
]);

/**
 * Pure: whether a command line is git itself making a repository. Whoever starts the sandbox has written it,
 * and nothing else runs in it: what git makes is git's own.
 */
export function makesRepository([program = "", ...words]: readonly string[]): boolean {
  // By a path it could be anybody's.
  if (program !== "git") return false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (WITH_VALUE.has(word)) at += 1;
    else if (!word.startsWith("-")) return word === "init";
  }
  return false;
}
