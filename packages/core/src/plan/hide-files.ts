import { SandboxError } from "../errors.ts";
import type { HiddenPath } from "../hidden.ts";
import type { HiddenMount, SandboxPlan } from "../plan.ts";

/**
 * What one variable of PID 1 may hold is 128 KiB (execve(2)), and the mounts are told to it in one.
 * In characters.
 */
const ROOM = 100_000;

/**
 * Pure: the plan with what was found in the workspace hidden, wherever the sandbox has the host's
 * checkout. `mask` is an empty file of mode 0000 on the host. Fails with POLICY_UNSUPPORTED where
 * that is more than an engine can take.
 */
export function hideFiles(
  plan: SandboxPlan,
  found: readonly HiddenPath[],
  mask: string,
): SandboxPlan {
  const root = `/workspace/${plan.workspace.name}`;
  const hidden = found.map(({ path, kind }): HiddenMount => ({
    source: kind === "file" ? mask : "",
    target: `${root}/${path}`,
    mode: "hidden",
    kind,
  }));
  const size = hidden.reduce((sum, { target }) => sum + target.length, 0);
  if (size > ROOM) {
    throw new SandboxError(
      "POLICY_UNSUPPORTED",
      `Cannot hide ${found.length} paths of "${plan.workspace.path}": they are too many`,
      {
        hint: `Hide the directories that they are in with filesystem.exclude, or except them with filesystem.allowed-patterns; the first is "${found[0]?.path ?? ""}"`,
      },
    );
  }
  const covered = new Set(hidden.map(({ target }) => target));
  const others = plan.mounts.filter(({ target }) => !covered.has(target));
  return {
    ...plan,
    mounts: [...others, ...hidden].toSorted((a, b) => (a.target < b.target ? -1 : 1)),
  };
}
