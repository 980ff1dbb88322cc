import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SandboxError } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import type { Environment } from "../state/directories.ts";
import type { GitUser } from "./git-user.ts";

export interface GitRequest {
  /** The workspace's real path. */
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly user: GitUser;
  /** Added to the user's. */
  readonly environment?: Environment;
  /** Whether git and what it starts may ask the person: only where there is a terminal. */
  readonly mayAsk?: boolean;
}

export interface GitAnswer {
  /** Undefined where a signal ended it. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** git and what it starts get this long to end by themselves. */
const GRACE_MS = 2000;

/**
 * Runs the host's git to its end. A status other than 0 is an answer; fails with WORKSPACE_INVALID
 * where there is no git, and with the signal's reason once git has ended after an abort.
 */
export async function runGit(request: GitRequest, signal: AbortSignal): Promise<GitAnswer> {
  signal.throwIfAborted();
  const mayAsk = request.mayAsk === true;
  const child = spawn("git", request.argv, {
    cwd: request.cwd,
    env: { ...request.user.env, ...request.environment },
    ...request.user.ids,
    stdio: ["ignore", "pipe", "pipe"],
    // A session without a terminal of its own: nobody in it can ask at /dev/tty.
    detached: !mayAsk,
  });
  const ended = once(child, "close");
  const end = (ending: NodeJS.Signals) => {
    if (mayAsk || child.pid === undefined) child.kill(ending);
    else killGroup(child.pid, ending);
  };
  const stop = endOnAbort(signal, end);
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    signal.throwIfAborted();
    return { status: child.exitCode ?? undefined, stdout, stderr };
  } catch (error) {
    signal.throwIfAborted();
    throw errnoOf(error) === "ENOENT" ? noGit(request.cwd, error) : error;
  } finally {
    stop();
  }
}

function endOnAbort(signal: AbortSignal, end: (ending: NodeJS.Signals) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    end("SIGTERM");
    timer = setTimeout(() => end("SIGKILL"), GRACE_MS);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return () => {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(timer);
  };
}

/** What git started may hold its output open: all of the group ends with it. */
function killGroup(leader: number, ending: NodeJS.Signals): void {
  try {
    process.kill(-leader, ending);
  } catch (error) {
    if (errnoOf(error) !== "ESRCH") throw error;
  }
}

function noGit(workspace: string, cause: unknown): SandboxError {
  return new SandboxError(
    "WORKSPACE_INVALID",
    `Cannot read the repository "${workspace}": git is not installed`,
    { hint: "Install git, and see that it is on the PATH", cause },
  );
}
