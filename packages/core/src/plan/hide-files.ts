import { SandboxError } from "../errors.ts";
import type { HiddenPath } from "../hidden.ts";
import type { HiddenMount, Mount, SandboxPlan } from "../plan.ts";
import { sorted } from "./sorted.ts";

/**
 * What one variable of PID 1 may hold is 128 KiB (execve(2)), and the mounts are told to it in one.
 * In characters.
 */
const ROOM = 100_000;

/** What is hidden below one directory. */
export interface HiddenPlace {
  /** Where a sandbox has the directory, absolute. */
  readonly target: string;
  readonly found: readonly HiddenPath[];
}

/**
 * Pure: the plan with what was found hidden, wherever the sandbox has it. `mask` is an empty file of
 * mode 0000 on the host. Fails with POLICY_UNSUPPORTED where all mounts are more than an engine can
 * take.
 */
export function hideFiles(
  plan: SandboxPlan,
  places: readonly HiddenPlace[],
  mask: string,
): SandboxPlan {
  const hidden = places.flatMap(({ target, found }) =>
    found.map(({ path, kind }): HiddenMount => ({
      source: kind === "file" ? mask : "",
      target: `${target}/${path}`,
      mode: "hidden",
      kind,
    })),
  );
  const covers = new Set(hidden.map(({ target }) => target));
  const mounts = [...plan.mounts.filter((mount) => !isCovered(mount, covers)), ...hidden];
  checkRoom(plan, mounts, hidden);
  return { ...plan, mounts: sorted(mounts) };
}

/** What is below a hidden directory is hidden with it, and has no place to be mounted on. */
function isCovered({ target }: Mount, covers: ReadonlySet<string>): boolean {
  return pathsTo(target).some((path) => covers.has(path));
}

/** `/a/b` has `/a` and itself. */
function pathsTo(target: string): readonly string[] {
  const names = target.split("/").slice(1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`);
}

function checkRoom(
  { workspace }: SandboxPlan,
  mounts: readonly Mount[],
  hidden: readonly HiddenMount[],
): void {
  const size = mounts.reduce((sum, { target }) => sum + target.length, 0);
  if (size <= ROOM) return;
  const first = hidden[0]?.target;
  const state = `Cannot hide or keep ${mounts.length} paths of "${workspace.path}": they are too many`;
  throw new SandboxError("POLICY_UNSUPPORTED", state, {
    hint:
      first === undefined
        ? "Name the directories that they are in"
        : `Hide the directories that they are in with filesystem.exclude, or except them with filesystem.allowed-patterns; the first is "${first}"`,
  });
}
