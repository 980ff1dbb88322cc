import type { HiddenPath } from "@agent-sandbox/core";
import type { Environment } from "../state/directories.ts";
import { gitUserOf } from "./git-user.ts";
import { runGit } from "./run-git.ts";

export interface TrackedPorts {
  /** The workspace's real path. */
  readonly workspace: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

// The owner may be another than the user, and what the index says needs no look at the files.
const ARGV = ["-c", "safe.directory=*", "-c", "core.fsmonitor=false", "ls-files", "-z", "--"];

/** The files among `paths`, or in directories among them, that git tracks; none where git cannot say. */
export async function trackedAmong(
  paths: readonly HiddenPath[],
  { workspace, env, signal }: TrackedPorts,
): Promise<readonly string[]> {
  const answer = await runGit(
    {
      cwd: workspace,
      argv: [...ARGV, ...paths.map(({ path }) => path)],
      user: gitUserOf(workspace, env),
      environment: { GIT_LITERAL_PATHSPECS: "1" },
    },
    signal,
  ).catch(() => undefined);
  signal.throwIfAborted();
  return answer?.status === 0 ? answer.stdout.split("\0").filter(Boolean) : [];
}
