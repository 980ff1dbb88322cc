import { realpath } from "node:fs/promises";
import {
  isInside,
  type Progress,
  type RepositoryFacts,
  SandboxError,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import type { Environment } from "../state/directories.ts";
import { gitUserOf } from "./git-user.ts";
import type { GitPorts } from "./read-repository.ts";
import { runGit } from "./run-git.ts";
import { sentenceOf } from "./sentence-of.ts";

export interface FetchPorts extends GitPorts {
  readonly say: Progress;
  /** Whether there is a terminal where git and ssh can ask for a password. */
  readonly terminal: boolean;
  /** In milliseconds; a minute without it. */
  readonly patience?: number;
}

const PATIENCE_MS = 60_000;

const ARGV = [
  ...["-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.fsmonitor=false"],
  ...["fetch", "--quiet", "--no-recurse-submodules", "origin"],
];

const NEVER_ASK: Environment = { GIT_TERMINAL_PROMPT: "0", SSH_ASKPASS_REQUIRE: "never" };

/**
 * Brings the workspace's `origin` up to date, with the user's own credentials and hooks. Resolves
 * with the sentence to warn with where that failed: the branches of the last time are still there.
 * Rejects only with the signal's reason.
 */
export async function fetchOrigin(
  workspace: WorkspaceIdentity,
  repository: RepositoryFacts,
  ports: FetchPorts,
): Promise<string | undefined> {
  if (repository.originUrl === undefined) return undefined;
  ports.say(`Fetching origin, ${JSON.stringify(repository.originUrl)}`);
  try {
    const stderr = await fetchFrom(workspace, repository, ports);
    return stderr === undefined ? undefined : warning(sentenceOf(stderr));
  } catch (error) {
    ports.signal.throwIfAborted();
    return warning(error instanceof Error ? error.message : String(error));
  }
}

/** What git said where it failed. */
async function fetchFrom(
  workspace: WorkspaceIdentity,
  repository: RepositoryFacts,
  { env, signal, terminal, patience = PATIENCE_MS }: FetchPorts,
): Promise<string | undefined> {
  const user = gitUserOf(workspace.path, env);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLong(patience)), patience);
  try {
    const { status, stderr } = await runGit(
      {
        cwd: workspace.path,
        argv: [...(await withoutTreeHooks(workspace, repository)), ...ARGV],
        user,
        environment: terminal ? {} : NEVER_ASK,
        mayAsk: terminal,
      },
      AbortSignal.any([signal, late.signal]),
    );
    return status === 0 ? undefined : stderr;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The user's own hooks run, as at any fetch of theirs. Those in a directory of the work tree do not:
 * they come with the branches that agents made.
 */
async function withoutTreeHooks(
  workspace: WorkspaceIdentity,
  { hooksPath, gitDir, commonGitDir }: RepositoryFacts,
): Promise<readonly string[]> {
  if (hooksPath === undefined) return [];
  // A link may lead into the work tree as well as out of it.
  const real = await realpath(hooksPath).catch(() => hooksPath);
  const ofGit = [gitDir, commonGitDir ?? gitDir];
  const inTree = [hooksPath, real].some(
    (path) => isInside(workspace.path, path) && !ofGit.some((git) => isInside(git, path)),
  );
  return inTree ? ["-c", "core.hooksPath=/dev/null"] : [];
}

function tooLong(patience: number): SandboxError {
  return new SandboxError(
    "TIMED_OUT",
    `it took longer than ${Math.round(patience / 1000)} seconds`,
  );
}

function warning(state: string): string {
  return `Cannot fetch origin: ${state}; its branches are as they were at the last fetch`;
}
