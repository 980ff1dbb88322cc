import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

import type { WorktreeFact } from "@agent-sandbox/core";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { findGitDirectory } from "../../git/find-git-directory.ts";

/**
 * The git directories of a workspace that is a linked worktree, where the preset `@git` is on. Its
 * `.git` may be anybody's word: only a directory that names this worktree itself counts
 * (gitrepository-layout(5), "gitdir").
 */
export function findWorktree(workspace: string, policy: ResolvedPolicy): WorktreeFact | undefined {
  const isOn = policy.filesystem.rules.some(
    ({ source }) => source.layer === "presets" && source.key.startsWith("@git."),
  );
  const found = isOn ? findGitDirectory(workspace) : undefined;
  if (found === undefined || found.own === found.common) return undefined;
  try {
    const named = readFileSync(join(found.own, "gitdir"), "utf8").trimEnd();
    const isOurs = realpathSync(named) === realpathSync(join(workspace, ".git"));
    const isBelow = found.own.startsWith(`${found.common}/worktrees/`);
    return isOurs && isBelow ? found : undefined;
  } catch {
    return undefined;
  }
}
