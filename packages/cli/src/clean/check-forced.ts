import { SandboxError } from "@agent-sandbox/core";

import type { Candidate, CleanOptions } from "./clean-facts.ts";
import type { Judged } from "./verdict.ts";

/**
 * Each name stands for one branch or volume, exactly. Fails with USAGE for one that is none or two,
 * and with WORK_AT_RISK where it stays all the same: something uses it.
 */
export function checkForced(judged: readonly Judged[], { force }: CleanOptions): void {
  for (const name of force) {
    const found = judged.filter(
      ([candidate]) =>
        candidate.name === name && (candidate.kind === "branch" || candidate.kind === "volume"),
    );
    const [first, second] = found;
    if (first === undefined) throw unknown(name);
    if (second !== undefined) throw ambiguous(name, [first[0], second[0]]);
    const [{ kind }, verdict] = first;
    if (!verdict.goes) throw refused({ kind, name, reason: verdict.reason });
  }
}

function unknown(name: string): SandboxError {
  return new SandboxError("USAGE", `Cannot remove "${name}": no branch or volume has that name`, {
    hint: 'See them with "agent-sandbox df --branches"; with --all those of every workspace count',
  });
}

function ambiguous(
  name: string,
  found: readonly Pick<Candidate, "kind" | "workspace">[],
): SandboxError {
  const places = found.map(({ kind, workspace }) => `the ${kind} of "${workspace ?? "?"}"`);
  return new SandboxError("USAGE", `Cannot remove "${name}": it could be ${places.join(" or ")}`, {
    hint: "Name the workspace: agent-sandbox clean PATH --force NAME",
  });
}

function refused({ kind, name, reason }: Record<"kind" | "name" | "reason", string>): SandboxError {
  return new SandboxError("WORK_AT_RISK", `Cannot remove the ${kind} "${name}": ${reason}`, {
    hint: 'Stop what uses it ("agent-sandbox stop"); of a workspace that is gone, name the volume',
  });
}
