import type { SandboxPlan, WorkspaceIdentity } from "./plan.ts";

/** One program in a session: argv from end to end, never a string for a shell. */
export interface SessionCommand {
  readonly argv: readonly [string, ...string[]];
  /** Absolute; the shelf's root without it. */
  readonly cwd?: string | undefined;
  /** What it reads; without it, end of file. */
  readonly input?: string | undefined;
  /** Added to the session's environment. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** What a program answered; in text, bytes that are no UTF-8 are U+FFFD. */
export interface SessionAnswer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What it printed on `stdout`, as it came. */
  readonly bytes: Buffer;
}

/**
 * A place where git runs over what an agent may have written: outside of every sandbox, without
 * network, as the workspace's owner, with the shelf writable and the host's repository read-only.
 * Disposing it ends it.
 */
export interface GitSession extends AsyncDisposable {
  /**
   * Runs one program to its end. A status other than 0 is an answer; rejects with GIT_FAILED when
   * the session itself has ended.
   */
  run(command: SessionCommand): Promise<SessionAnswer>;
  /**
   * Evaluates a script in the session's own process, where it need not be started: the body of a
   * function of the string `input`, answered with the string that it returns; status 1 where it throws.
   */
  evaluate(script: string, input: string): Promise<SessionAnswer>;
}

export interface GitSessionRequest {
  readonly workspace: WorkspaceIdentity;
  readonly user: SandboxPlan["user"];
  /** The image that holds git, `name:tag`. */
  readonly image: string;
  /**
   * The git directory that the workspace's worktree shares with others, absolute on the host, where
   * it lies outside the workspace; mounted at the same path.
   */
  readonly commonGitDir: string | undefined;
  /** Whether the host's checkout is writable, and the shelf is not there at all: to merge. */
  readonly onHost?: boolean;
  /** Whether it pushes to the host: the gate is kept for as long as it is open. */
  readonly pushes?: boolean;
  /** Whether the host's checkout is not there: its folder is gone. */
  readonly withoutHost?: boolean;
}
