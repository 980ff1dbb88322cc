import type { Outcome } from "./bash-batch.ts";
import type { Difference } from "./differences.ts";
import { told } from "./told.ts";

type Known = (difference: Difference) => boolean;

/** Each stands in the documentation, under the known differences from bash, or is bash's own slip. */
const KNOWN: readonly Known[] = [
  // After an error has ended a line, the next `< <(…)` of a group reads nothing in bash.
  ({ bash, script }) =>
    /error token|bad substitution|no match/.test(bash.stderr) && script.includes("< <("),
  // A backslash at the very end of what `read` reads becomes a control character in bash.
  ({ bash }) => bash.stdout.includes("\x01"),
  // After an error in the words of a loop, bash may end at a `local` outside of functions.
  ({ bash, script }) => bash.stderr.includes("error token") && /^local x 2>/m.test(script),
  // In a here-document of a substitution, bash reads an empty name behind `read`.
  ({ bash }) => bash.stderr.includes("read: `': not a valid identifier"),
  // Bash takes a newline for the second half of a character that is cut in two.
  ({ bash }) => bash.stdout.includes("\ufffd"),
  // Bash names the last command that it has run, or the loop, in front of what is wrong with an expression.
  (difference) => saysNames(difference),
  // mawk leaves the backslash of "\/" in a text; in POSIX and GNU it is a slash.
  ({ script }) => /awk[^]*print ?"a\\\\b\\\/c/.test(script),
  // Bash writes substitutions anew in `declare -f`.
  ({ script }) => /declare -f|type fn/.test(script) && /\$\([^(]|<<[E']/.test(script),
  // Bash loses a process of its own.
  ({ bash }) => bash.stderr.includes("wait_for: No record of process"),
];

/** Whether nothing but a name in front of errors of expressions is different. */
function saysNames({ bash, virtual }: Difference): boolean {
  const plain = (outcome: Outcome): string =>
    told({
      ...outcome,
      stderr: outcome.stderr.replace(/^(bash: line \d+: )\w+: (?=.*error token)/gm, "$1"),
    });
  return bash.status === virtual.status && plain(bash) === plain(virtual);
}

export function isKnown(difference: Difference): boolean {
  return KNOWN.some((holds) => holds(difference));
}
