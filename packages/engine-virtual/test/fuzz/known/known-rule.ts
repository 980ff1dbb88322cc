import { askVirtualAt } from "../ask-virtual.ts";
import { askBashEach, type Outcome } from "../bash-batch.ts";
import type { Difference } from "../differences.ts";

/**
 * Whether a difference has one cause, and all is well without it: a rule takes that cause away, and asks of what is
 * left.
 */
export type KnownRule = (difference: Difference, isWell: (rest: Difference) => boolean) => boolean;

/** The answers of both, each edited in the same way. */
export function inBoth(difference: Difference, edit: (outcome: Outcome) => Outcome): Difference {
  const { bash, script, virtual } = difference;
  return { script, bash: edit(bash), virtual: edit(virtual) };
}

/** All that is written somewhere: outputs, messages and files. */
export function withTexts(outcome: Outcome, edit: (text: string) => string): Outcome {
  const { status, stderr, stdout, tree } = outcome;
  const files = Object.entries(tree).map(([name, content]) => [name, edit(content)] as const);
  return {
    status,
    stdout: edit(stdout),
    stderr: edit(stderr),
    tree: Object.fromEntries(files),
  };
}

/** What bash answers to a script in which its slip cannot happen, beside what the virtual shell has answered. */
export function askBashOf(script: string, { virtual }: Difference): Difference {
  return { script, bash: onlyOf(script).outcome, virtual };
}

/** What both answer to a script in which nothing of the kind can happen. */
export function askBothOf(script: string): Difference {
  const { cwd, outcome } = onlyOf(script);
  return { script, bash: outcome, virtual: askVirtualAt(cwd, script) };
}

function onlyOf(script: string): ReturnType<typeof askBashEach>[number] {
  const [only] = askBashEach([script]);
  if (only === undefined) throw new TypeError("bash has not answered");
  return only;
}
