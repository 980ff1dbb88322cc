import { runSteps, problemIn } from "../files/run-steps.ts";
import { gitAt } from "../git/git-at.ts";
import { worktreeConfig } from "../shelf/canonical-config.ts";
import { RECORDS } from "../shelf/layout.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";

const STATUS = ["--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=dirty"];

/**
 * The files of a worktree that its branch does not have as they are, as `git status --short` shows
 * them. The worktree's own configuration is made canonical first: git reads it, and would run what
 * an agent named in it.
 */
export async function worktreeChanges(
  { session, places }: OpenShelf,
  name: string,
  key: string,
): Promise<readonly string[]> {
  const path = `${RECORDS}/${key}/config.worktree`;
  const [outcomes = []] = await runSteps(session, [
    [{ do: "write", root: places.root, path, content: worktreeConfig(name) }],
  ]);
  const problem = problemIn(outcomes, `look at the worktree of "${name}"`);
  if (problem !== undefined) throw problem;
  const status = await gitAt(session, places.worktree(key)).run(["status", ...STATUS]);
  return status.split("\0").filter((entry) => entry !== "");
}
