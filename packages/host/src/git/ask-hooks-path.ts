import { resolve } from "node:path";
import type { GitUser } from "./git-user.ts";
import { runGit } from "./run-git.ts";

/** What `core.hooksPath` is. */
export interface NamedHooks {
  /** Absolute. */
  readonly path: string;
  /** The file that says so, absolute; undefined for a variable. */
  readonly file: string | undefined;
}

// The owner may be another than the user: reading the configuration runs nothing of it.
const ARGV = [
  ...["-c", "safe.directory=*", "config", "--includes", "--show-origin", "-z", "--type=path"],
  ...["--get", "core.hooksPath"],
];

/** The `core.hooksPath` that git has in the workspace; undefined where it has none, or is not there. */
export async function askHooksPath(
  workspace: string,
  user: GitUser,
  signal: AbortSignal,
): Promise<NamedHooks | undefined> {
  const answer = await runGit({ cwd: workspace, argv: ARGV, user }, signal).catch(() => undefined);
  signal.throwIfAborted();
  const [origin = "", path = ""] = answer?.status === 0 ? answer.stdout.split("\0") : [];
  if (path === "") return undefined;
  const [, file] = /^file:(.*)$/s.exec(origin) ?? [];
  return {
    path: resolve(workspace, path),
    file: file === undefined ? undefined : resolve(workspace, file),
  };
}
