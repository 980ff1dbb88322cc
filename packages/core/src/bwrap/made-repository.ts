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

/** git-clone(1): options that start no other program. */
const PLAIN: ReadonlySet<string> = new Set([
  ...["-q", "--quiet", "-v", "--verbose", "--progress", "--no-progress"],
  ...["--single-branch", "--no-single-branch", "--no-tags"],
]);
/** And those of them that have a value. */
const PLAIN_WITH_VALUE: ReadonlySet<string> = new Set([
  ...["-b", "--branch", "-o", "--origin", "--depth", "--filter"],
]);

/** What git alone makes where there is no repository. */
export type MadeRepository = "none" | "empty" | "clone";

/**
 * Pure: which repository a command line makes that is git itself. Whoever starts the sandbox has written it,
 * and nothing else runs in it: what git makes is git's own. A clone right into the workspace brings all of
 * its files, and has to find none.
 */
export function madeRepository([program = "", ...words]: readonly string[]): MadeRepository {
  // By a path it could be anybody's.
  if (program !== "git") return "none";
  if (words[0] === "clone") return clonesHere(words.slice(1)) ? "clone" : "none";
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (WITH_VALUE.has(word)) at += 1;
    else if (!word.startsWith("-")) return word === "init" ? "empty" : "none";
  }
  return "none";
}

/** Into the directory that it is started in, with nothing that runs beside git. */
function clonesHere(words: readonly string[]): boolean {
  const operands: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (PLAIN_WITH_VALUE.has(word)) at += 1;
    else if (!word.startsWith("-")) operands.push(word);
    else if (!isPlain(word)) return false;
  }
  const [from, to, ...others] = operands;
  // "ext::" and its like are command lines.
  return others.length === 0 && /^\.\/*$/.test(to ?? "") && from?.includes("::") === false;
}

function isPlain(option: string): boolean {
  const [name = "", value] = option.split("=", 2);
  return PLAIN.has(option) || (value !== undefined && PLAIN_WITH_VALUE.has(name));
}
