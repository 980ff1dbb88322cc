import { areAlike, areAlikeOn, doesBashAnswer } from "./alike.ts";
import type { Outcome } from "./bash-batch.ts";
import type { Difference } from "./differences.ts";
import { oneByOne } from "./one-by-one.ts";
import { messagesIn, told } from "./told.ts";

type Known = (difference: Difference) => boolean;

const ENDS_LINE = /error token|bad substitution|no match|invalid (?:indirect|variable)|readonly/;

/** Each stands in the documentation, under the known differences from bash, or is chance in bash itself. */
const KNOWN: readonly Known[] = [
  // After an error has ended a line, the next compound command with `< <(…)` may read nothing in bash.
  ({ bash, script }) => ENDS_LINE.test(bash.stderr) && /(?:done|[})]) *< <\(/.test(script),
  // Bash names the last command that it has run, or the loop, in front of what is wrong with an expression.
  (difference) => saysNames(difference),
  // Bash puts what `$'…'` stands for between double quotes before it reads that: its own slip.
  ({ bash, script }) =>
    bash.stderr.includes("no closing `}'") && /\$\{[^}]*\$'[^']*\\'/.test(script),
  // In the background, bash's list of traps leaves out what is ignored there, or half of it.
  (difference) => isOfTheIgnored(difference),
  // Nobody sorts what a directory holds: the file system has its own order.
  (difference) => isOfAnOrder(difference),
  // mawk leaves the backslash of "\/" in a text; in POSIX and GNU it is a slash.
  ({ script }) => /awk[^]*print ?"a\\\\b\\\/c/.test(script),
  // Bash writes substitutions anew in `declare -f`.
  ({ script }) => /declare -f|type fn/.test(script) && /[$<>]\([^(]/.test(script),
  // Bash loses a process of its own: its own slip, and chance.
  ({ bash }) => bash.stderr.includes("wait_for: No record of process"),
  // A limit of 0 gives nothing, as in newer versions; jq 1.6 gives the first output.
  ({ script }) => /\bjq\b.*\blimit\(0[;,]/.test(script),
  // jq 1.6 may lose a line of the next file, or say nothing, where a directory is named.
  ({ virtual }) => /^jq: error: Could not open file .*: Is a directory$/m.test(virtual.stderr),
  // GNU's patch cannot open a file again that was not there: its own slip.
  ({ bash, script }) => /\bpatch\b/.test(script) && bash.stderr.includes("**** Can't reopen file"),
  // What is packed may be a few bytes longer or shorter.
  (difference) => isOfPacking(difference),
  // Wrong usage of sed is answered with all of its help.
  (difference) => saysUsageInShort(difference),
  // Bash runs a substitution from what it has written anew, and loses the `;` behind a here-document in it.
  (difference) => losesSeparator(difference),
  // What comes first of what runs at the same time is chance in bash.
  (difference) => isOfAnInstant(difference),
];

/** Whether all is well with something in the place of the `;` that bash loses. */
function losesSeparator({ script }: Difference): boolean {
  if (!/(?:\$|[<>])\((?!\()[^]*<<[^]*\)/.test(script)) return false;
  const kept = script
    .replace(/^(\t*E)$/gm, "$1\n:;:;")
    .replace(/(<<'?E[^\n]*\|\s*\{)\s/g, "$1 :;:;");
  return kept !== script && areAlikeOn(kept);
}

/** Whether bash answers as the virtual shell does where nothing runs at the same time. */
function isOfAnInstant(difference: Difference): boolean {
  const { script, virtual } = difference;
  const mayBe = /(?<![&>])&(?![&>\d])/.test(script) || isSorted(difference, ["stdout", "stderr"]);
  return mayBe && oneByOne(script).some((separate) => doesBashAnswer(separate, virtual));
}

/** Whether nothing but what follows the first line of sed's usage is different. */
function saysUsageInShort({ bash, virtual }: Difference): boolean {
  const short = bash.stderr.replace(
    /^(Usage: sed .*\n)[^]*?\nGeneral help using GNU software: .*\n/gm,
    "$1Try 'sed --help' for more information.\n",
  );
  const isElsewhere = bash.status !== virtual.status || short === bash.stderr;
  return !isElsewhere && told({ ...bash, stderr: short }) === told(virtual);
}

/** Whether nothing but packed bytes, and how many they are, is different. */
function isOfPacking({ bash, script, virtual }: Difference): boolean {
  const without = (outcome: Outcome): Outcome => ({
    ...outcome,
    stdout: outcome.stdout
      .replace(/\u001f[^]*?(?=s\d+\n|$)/g, "packed")
      .replace(/ *\d+( +\d+) +-?[\d.]+% /g, "$1 "),
  });
  return /\bgzip\b/.test(script) && areAlike(without(bash), without(virtual));
}

/** Whether nothing but lines of `trap` about what the keyboard sends is different. */
function isOfTheIgnored({ bash, script, virtual }: Difference): boolean {
  const without = (outcome: Outcome): Outcome => ({
    ...outcome,
    stdout: outcome.stdout.replace(/^trap -- '' SIG(?:INT|QUIT)\n/gm, ""),
  });
  const isListed = /\btrap\b[^]*(?<![&>])&(?!&)/.test(script);
  return isListed && areAlike(without(bash), without(virtual));
}

/** Whether nothing but the order of lines is different, where directories are listed. */
function isOfAnOrder(difference: Difference): boolean {
  return (
    /\b(?:find|tar|zip|ls -\w*[fU])\b/.test(difference.script) && isSorted(difference, ["stdout"])
  );
}

/** Whether nothing but the order of lines is different: in files, and in what else is named. */
function isSorted({ bash, virtual }: Difference, parts: readonly ("stdout" | "stderr")[]): boolean {
  const sorted = (text: string): string => text.split("\n").sort().join("\n");
  const plain = (outcome: Outcome): string =>
    told({
      ...{ ...outcome, status: 0 },
      ...Object.fromEntries(parts.map((part) => [part, sorted(messagesIn(outcome[part]))])),
      tree: Object.fromEntries(
        Object.entries(outcome.tree).map(([name, content]) => [name, sorted(content)]),
      ),
    });
  return bash.status === virtual.status && plain(bash) === plain(virtual);
}

/** Whether nothing but a name in front of errors of expressions is different. */
function saysNames({ bash, virtual }: Difference): boolean {
  const nameless = (text: string): string =>
    text.replace(/^(bash: line \d+: )\w+: (?=.*error token)/gm, "$1");
  const plain = ({ stderr, stdout, tree }: Outcome): string =>
    told({
      stdout,
      status: 0,
      stderr: nameless(stderr),
      tree: Object.fromEntries(
        Object.entries(tree).map(([name, content]) => [name, nameless(content)]),
      ),
    });
  return bash.status === virtual.status && plain(bash) === plain(virtual);
}

export function isKnown(difference: Difference): boolean {
  return KNOWN.some((holds) => holds(difference));
}
