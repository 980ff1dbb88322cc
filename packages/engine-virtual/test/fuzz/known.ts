import type { Difference } from "./differences.ts";

type Known = (difference: Difference) => boolean;

/** Each stands in the documentation, under the known differences from bash, or is bash's own slip. */
const KNOWN: readonly Known[] = [
  // After an error has ended a line, the next `< <(…)` of a group reads nothing in bash.
  ({ bash, script }) =>
    /error token|bad substitution|no match/.test(bash.stderr) && script.includes("< <("),
  // A backslash at the very end of what `read` reads becomes a control character in bash.
  ({ bash }) => bash.stdout.includes("\x01"),
  // Bash loses a process of its own.
  ({ bash }) => bash.stderr.includes("wait_for: No record of process"),
];

export function isKnown(difference: Difference): boolean {
  return KNOWN.some((holds) => holds(difference));
}
