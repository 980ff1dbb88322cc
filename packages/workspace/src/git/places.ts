import { join } from "node:path";

import { relativeInside, SHELF } from "@agent-sandbox/core";

import { SESSION_PATHS, type ShelfSettings } from "../shelf/settings.ts";

/**
 * A repository, named and never looked for: an agent can write the `.git` file of its worktree, and
 * what git finds through it is a configuration of the agent's own.
 */
export interface GitPlace {
  readonly gitDir: string;
  /** Where the git directory shares another's objects, refs and configuration. */
  readonly commonDir?: string | undefined;
  readonly workTree?: string | undefined;
}

/** The shelf's repository and the host's, as the session has them. */
export interface ShelfPlaces {
  readonly shelf: GitPlace;
  /** The shelf's root. */
  readonly root: string;
  readonly gate: string;
  readonly host: GitPlace & { readonly workTree: string };
  /** The worktree of a branch. */
  readonly worktree: (key: string) => GitPlace & { readonly workTree: string };
}

export function placesOf(settings: ShelfSettings): ShelfPlaces {
  const { shelf: root, gate, workspace } = settings.paths ?? SESSION_PATHS;
  const repo = join(root, SHELF.repo);
  const commonDir = join(repo, ".git");
  return {
    root,
    gate,
    shelf: { gitDir: commonDir, workTree: repo },
    host: hostPlace(settings, join(workspace, settings.workspace.name)),
    worktree: (key) => ({
      gitDir: join(commonDir, "worktrees", key),
      commonDir,
      workTree: join(root, SHELF.worktrees, key),
    }),
  };
}

/** A git directory outside the workspace is mounted at its own path. */
function hostPlace(
  { workspace, repository }: ShelfSettings,
  workTree: string,
): ShelfPlaces["host"] {
  const { gitDir, commonGitDir } = repository;
  const inside = relativeInside(workspace.path, gitDir);
  if (commonGitDir === undefined && inside !== undefined)
    return { gitDir: join(workTree, inside), workTree };
  return { gitDir, commonDir: commonGitDir === gitDir ? undefined : commonGitDir, workTree };
}
