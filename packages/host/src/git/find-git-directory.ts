import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readTextFile } from "../state/text-file.ts";

export interface GitDirectory {
  /** The worktree's own; real. */
  readonly own: string;
  /** The one that it shares with other worktrees; real. */
  readonly common: string;
}

/**
 * The git directory of the checkout whose top is `workspace`, without asking git
 * (gitrepository-layout(5), "gitfile" and "commondir"); undefined where there is none.
 */
export function findGitDirectory(workspace: string): GitDirectory | undefined {
  const top = join(workspace, ".git");
  try {
    const named = statSync(top).isDirectory() ? top : gitFile(workspace, top);
    if (named === undefined) return undefined;
    const own = realpathSync(named);
    const shared = readTextFile(join(own, "commondir"))?.replace(/\n+$/, "");
    return { own, common: shared === undefined ? own : realpathSync(resolve(own, shared)) };
  } catch {
    // git would find no repository by it either.
    return undefined;
  }
}

function gitFile(workspace: string, file: string): string | undefined {
  const [, path] = /^gitdir: (.*?)\n*$/s.exec(readTextFile(file) ?? "") ?? [];
  return path === undefined ? undefined : resolve(workspace, path);
}
