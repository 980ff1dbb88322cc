import { join } from "node:path";

import { SHELF, type GitSession } from "@agent-sandbox/core";

/**
 * What lies in a shelf beside the repository and the worktrees, relative to its root: sandboxes may
 * write there.
 */
export async function foreignFiles(session: GitSession, root: string): Promise<readonly string[]> {
  const [repo, worktrees] = [join(root, SHELF.repo), join(root, SHELF.worktrees)];
  const known = [repo, worktrees, join(repo, ".git")].flatMap((path) => ["!", "-path", path]);
  const isWorktree = ["(", "-path", `${worktrees}/*`, "-type", "d", ")"];
  const { stdout } = await session.run({
    argv: [
      ...(["find", root, repo, worktrees, "-mindepth", "1", "-maxdepth", "1"] as const),
      ...[...known, "!", ...isWorktree, "-print0"],
    ],
  });
  return stdout
    .split("\0")
    .filter((path) => path !== "")
    .map((path) => path.slice(root.length + 1));
}
