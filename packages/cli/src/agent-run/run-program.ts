import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { type ExitStatus, SandboxError, type Stdio } from "@agent-sandbox/core";

import { lastOutput } from "./last-output.ts";
import { type Started, startProgram } from "./start-program.ts";

export interface HostProgram {
  /** The first word is its absolute path. */
  readonly argv: readonly [string, ...string[]];
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: Stdio;
}

/** Between being told to end and being killed, in milliseconds. */
const GRACE = 3_000;
const POLL = 25;

/**
 * Runs a program of the host to its own end; what it has left behind goes on, and nobody waits for it.
 * Aborting ends it with all that it has started, and rejects with the signal's reason.
 */
export async function runProgram(request: HostProgram, signal: AbortSignal): Promise<ExitStatus> {
  signal.throwIfAborted();
  const started = startProgram(request);
  const stopSignals = request.stdio.signals.onSignal(started.tell);
  let ending: Promise<void> | undefined;
  const end = () => {
    ending = endAll(started);
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    const [status, by] = await exited(started, request.argv[0]);
    await ending;
    await lastOutput(started.child);
    signal.throwIfAborted();
    return { status: status ?? 128 + (by === null ? 0 : constants.signals[by]) };
  } finally {
    signal.removeEventListener("abort", end);
    stopSignals();
    started.release();
  }
}

/** Until nothing of it is left. */
async function endAll({ kill, lives }: Started): Promise<void> {
  kill("SIGTERM");
  for (let waited = 0; waited < GRACE && lives(); waited += POLL) await sleep(POLL);
  kill("SIGKILL");
}

/** How it ended; fails with PROGRAM_MISSING where it never began, such as a script without its interpreter. */
async function exited({ child }: Started, program: string) {
  try {
    // Not "close": what the program has started may hold its output for as long as it likes.
    return (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  } catch (cause) {
    throw new SandboxError("PROGRAM_MISSING", `Cannot run "${program}": it cannot be started`, {
      hint: "See whether it runs by itself on this machine",
      cause,
    });
  }
}
