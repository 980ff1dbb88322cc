import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly timeout: number;
}

/** How a command ended: with a status, or not at all (`failure`: it could not be started or was stopped). */
export interface CommandEnd {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly failure: Error | undefined;
}

/**
 * Runs a short command to its end with nothing on its input. Never rejects but with the signal's
 * reason. Runs in `/`, so that no project's own configuration is read.
 */
export async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  { env, signal, timeout }: CommandOptions,
): Promise<CommandEnd> {
  const child = spawn(program, args, {
    cwd: "/",
    env,
    signal,
    timeout,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<Pick<CommandEnd, "status" | "failure">>((resolve) => {
    child.once("error", (failure) => {
      resolve({ status: undefined, failure });
    });
    child.once("close", (status, killedBy) => {
      const failure = killedBy === null ? undefined : new Error(`stopped by ${killedBy}`);
      resolve({ status: status ?? undefined, failure });
    });
  });
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  signal.throwIfAborted();
  return { ...end, stdout, stderr };
}
