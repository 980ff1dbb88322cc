import type { Readable, Writable } from "node:stream";

/** Where sandboxes come from: a container, bubblewrap on this machine, or this process's memory. */
export type EngineName = "bwrap" | "docker" | "virtual";

export interface OpenOptions {
  /**
   * "auto": docker where its daemon answers and has the workspace's image, and otherwise bwrap. Without it
   * the policy's key \`engine\` counts, and then the user's own: docker, if nobody says.
   */
  readonly engine?: EngineName | "auto";
  /** The directory that is worked in: this process's own without it. To the virtual engine only whose the record is. */
  readonly workspace?: string;
  /** The environment that variables go in from, as far as the policy lets them: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Told what is under way, one sentence at a time. */
  readonly progress?: (message: string) => void;
  /** Ends the wait for the sandbox. */
  readonly signal?: AbortSignal;
}

export interface ExecOptions {
  /** What the command reads; it reads end of file at once without it. */
  readonly input?: string | Uint8Array | Readable;
  /** Variables for this command alone, which the policy is not asked about. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends the command: SIGTERM, and SIGKILL after ten seconds. The call then fails with its reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds after which the command is ended; the call then fails with the code TIMED_OUT. */
  readonly timeout?: number;
  /** Where output goes as it comes, in place of the result. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Bytes that the result keeps of each stream: 16 MiB. What comes after them is counted. */
  readonly maxOutput?: number;
}

/** How a command ended. */
export interface ExecResult {
  /** The command's own status, and 128 + n where signal n ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes of output that the result does not hold. */
  readonly dropped: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** One opened sandbox. Several commands may run at a time; in the virtual engine they wait for each other. */
export interface Sandbox extends AsyncDisposable {
  readonly engine: EngineName;
  /**
   * Runs a command to its end, whatever its status. Fails with a `SandboxFailure` where it cannot be run.
   */
  exec(command: readonly [string, ...string[]], options?: ExecOptions): Promise<ExecResult>;
  /** Gives up what this process holds, and ends what still runs. Asked for twice, it is done once. */
  close(): Promise<void>;
}

/** What `open` and `exec` fail with. */
export interface SandboxFailure extends Error {
  /** What went wrong, for programs: POLICY_UNSUPPORTED, ENGINE_UNAVAILABLE, PROGRAM_MISSING and such. */
  readonly code: string;
  /** The way out, for people. */
  readonly hint?: string | undefined;
}
