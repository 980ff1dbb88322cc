import { askVirtualAt } from "./ask-virtual.ts";
import { askBashEach, type Outcome } from "./bash-batch.ts";

export interface Difference {
  readonly script: string;
  readonly bash: Outcome;
  readonly virtual: Outcome;
}

/** The scripts to which bash and the virtual shell answer differently. */
export function differencesIn(scripts: readonly string[]): readonly Difference[] {
  return askBashEach(scripts).flatMap(({ cwd, outcome: bash }, index) => {
    const script = scripts[index] ?? "";
    const virtual = askVirtualAt(cwd, script);
    const difference = { script, bash, virtual };
    return areAlike(bash, virtual) || isOddity(difference) ? [] : [difference];
  });
}

/**
 * Where bash itself is not what it says: after an error has ended a line, the next `< <(…)` of a group reads
 * nothing there; a backslash at the very end of what `read` reads becomes a control character.
 */
function isOddity({ bash, script }: Difference): boolean {
  const afterError =
    /error token|bad substitution|no match/.test(bash.stderr) && script.includes("< <(");
  return afterError || bash.stdout.includes("\x01");
}

/** Standard output, status and files; what is said on standard error is compared by other tests. */
function areAlike(bash: Outcome, virtual: Outcome): boolean {
  if (bash.stdout !== virtual.stdout || bash.status !== virtual.status) return false;
  const names = Object.keys(bash.tree);
  return (
    names.length === Object.keys(virtual.tree).length &&
    names.every((name) => bash.tree[name] === virtual.tree[name])
  );
}
