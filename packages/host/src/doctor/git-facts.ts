import { gitUserOf, ownGitUser } from "../git/git-user.ts";
import { runGit } from "../git/run-git.ts";
import type { Environment } from "../state/directories.ts";

export interface GitFacts {
  /** As git tells it: `2.39.5`. */
  readonly version: string;
  /** `safe.bareRepository` (git-config(1)); undefined where nobody has set it. */
  readonly bareRepository: string | undefined;
  /** Whose configuration it is, a name or `#uid` as sudo(8) takes them; undefined: this process's. */
  readonly user: string | undefined;
}

/**
 * The host's git, and how it meets a bare repository that somebody put into a work tree. Of the
 * user whose git works there: where root asks, that is the owner of the workspace.
 */
export async function readGitFacts(
  { workspace, env }: { readonly workspace: string | undefined; readonly env: Environment },
  signal: AbortSignal,
): Promise<GitFacts> {
  const user = workspace === undefined ? ownGitUser("/nowhere", env) : gitUserOf(workspace, env);
  // git reads this setting from the machine's and the user's configuration alone.
  const ask = { cwd: "/", user };
  const [version, bare] = await Promise.all([
    runGit({ ...ask, argv: ["--version"] }, signal),
    runGit({ ...ask, argv: ["config", "--get", "safe.bareRepository"] }, signal),
  ]);
  return {
    version: /\d+(?:\.\d+)+/.exec(version.stdout)?.[0] ?? version.stdout.trim(),
    bareRepository: bare.status === 0 ? bare.stdout.trim() : undefined,
    user: user.ids && (user.env["USER"] ?? `#${user.ids.uid.toString()}`),
  };
}
