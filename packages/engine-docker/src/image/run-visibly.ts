import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A program that works for a while: what it writes, and how it ends. */
export interface VisibleRun {
  readonly stdout: Readable;
  /** Rejects with a CommandFailed, the signal's reason, or what kept it from starting. */
  readonly ended: Promise<void>;
}

export interface VisibleOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Each line of its standard error, as it comes. */
  readonly onLine: (line: string) => void;
}

/** A program ended with another status than 0. `output` holds the last lines of its standard error. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
  readonly output: readonly string[];

  constructor(message: string, output: readonly string[]) {
    super(message);
    this.output = output;
  }
}

const KEPT_LINES = 40;

/** Starts a program; its standard output is the caller's to read to the end. */
export function runVisibly(
  [program, ...args]: readonly [string, ...string[]],
  { env, signal, onLine }: VisibleOptions,
): VisibleRun {
  signal.throwIfAborted();
  // A group of its own: only a signal to all of it makes mmdebstrap stop at once and clean up.
  const child = spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
  };
  signal.addEventListener("abort", stop, { once: true });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    onLine(line);
  });
  const ended = once(child, "close")
    .then(([status]: unknown[]) => {
      if (status !== 0)
        throw new CommandFailed(`"${program}" ended with status ${String(status)}`, lines);
    })
    .finally(() => {
      signal.removeEventListener("abort", stop);
      signal.throwIfAborted();
    });
  return { stdout: child.stdout, ended };
}
