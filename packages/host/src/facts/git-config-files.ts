import { isAbsolute, join } from "node:path";

import type { GitDirectory } from "../git/find-git-directory.ts";
import type { Environment } from "../state/directories.ts";

export interface GitSurroundings {
  readonly env: Environment;
  readonly home: string;
}

/** Where git on this machine reads its configuration for a repository (git-config(1), "FILES"). */
export function gitConfigFiles(
  git: GitDirectory | undefined,
  { env, home }: GitSurroundings,
): readonly string[] {
  const repository = git ? [join(git.common, "config"), join(git.own, "config.worktree")] : [];
  return [...systemFiles(env), ...userFiles(env, home), ...repository];
}

function systemFiles(env: Environment): readonly string[] {
  const { GIT_CONFIG_NOSYSTEM: none, GIT_CONFIG_SYSTEM: other } = env;
  if (none !== undefined && !/^(?:|0|false|no|off)$/i.test(none)) return [];
  return [other ?? "/etc/gitconfig"];
}

function userFiles(env: Environment, home: string): readonly string[] {
  const { GIT_CONFIG_GLOBAL: other, XDG_CONFIG_HOME: configHome } = env;
  if (other !== undefined) return [other];
  const base = configHome !== undefined && isAbsolute(configHome) ? configHome : undefined;
  return [join(base ?? join(home, ".config"), "git/config"), join(home, ".gitconfig")];
}
