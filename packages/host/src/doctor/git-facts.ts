import { ownGitUser } from "../git/git-user.ts";
import { runGit } from "../git/run-git.ts";
import type { Environment } from "../state/directories.ts";

export interface GitFacts {
  /** As git tells it: `2.39.5`. */
  readonly version: string;
  /** `safe.bareRepository` (git-config(1)); undefined where nobody has set it. */
  readonly bareRepository: string | undefined;
}

/** The host's git, and how it meets a bare repository that somebody put into a work tree. */
export async function readGitFacts(env: Environment, signal: AbortSignal): Promise<GitFacts> {
  // git reads this setting from the machine's and the user's configuration alone.
  const ask = { cwd: "/", user: ownGitUser("/nowhere", env) };
  const [version, bare] = await Promise.all([
    runGit({ ...ask, argv: ["--version"] }, signal),
    runGit({ ...ask, argv: ["config", "--get", "safe.bareRepository"] }, signal),
  ]);
  return {
    version: /\d+(?:\.\d+)+/.exec(version.stdout)?.[0] ?? version.stdout.trim(),
    bareRepository: bare.status === 0 ? bare.stdout.trim() : undefined,
  };
}
