import { SandboxError, type GitSession } from "@agent-sandbox/core";

import { commandFailure } from "../git/command-failure.ts";
import { SCRIPT } from "./program.ts";
import type { Outcome, Step } from "./step.ts";

/**
 * Does the steps of each group in their order; a group ends at its first problem,
 * and the others go on.
 */
export async function runSteps(
  session: GitSession,
  groups: readonly (readonly Step[])[],
): Promise<readonly (readonly Outcome[])[]> {
  const answer = await session.evaluate(SCRIPT, JSON.stringify(groups));
  if (answer.status !== 0) throw commandFailure("node", answer);
  // What we wrote ourselves.
  return JSON.parse(answer.stdout) as readonly (readonly Outcome[])[];
}

const IN_THE_WAY = {
  directory: "is a directory",
  file: "is a file",
  link: "is a symbolic link",
  absent: "is not there",
  other: "is neither a file nor a directory",
} as const;

/** The error of a group that came to a problem; `action` follows "Cannot". */
export function problemIn(outcomes: readonly Outcome[], action: string): SandboxError | undefined {
  const problem = outcomes.at(-1)?.problem;
  if (problem === undefined) return undefined;
  const { path, reason, message } = problem;
  if (reason !== "failed")
    return new SandboxError(
      "WORKSPACE_INVALID",
      `Cannot ${action}: "${path}" of the repo shelf ${IN_THE_WAY[reason]}`,
      { hint: "Remove it: what is made or protected there would be elsewhere" },
    );
  const code = /ENOSPC|EDQUOT/.test(message) ? "DISK_FULL" : "GIT_FAILED";
  return new SandboxError(code, `Cannot ${action}: "${path}" could not be written`, {
    detail: message,
  });
}
