import { gitAt } from "../git/git-at.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";

const STATUS = ["--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=dirty"];

/**
 * The files of a worktree that its branch does not have as they are, as `git status --short` shows
 * them. No filter runs: the shelf was opened, so its configuration is ours and names none.
 */
export async function worktreeChanges(
  { session, places }: OpenShelf,
  key: string,
): Promise<readonly string[]> {
  const status = await gitAt(session, places.worktree(key)).run(["status", ...STATUS]);
  return status.split("\0").filter((entry) => entry !== "");
}
