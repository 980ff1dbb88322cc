import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type Docker from "dockerode";

import { statusNow } from "./exec-status.ts";
import type { RunSignals } from "./run-signals.ts";

/** What a command is sent when it is to end, and how long it then has, in milliseconds. */
const STEPS = [
  ["SIGTERM", 5_000],
  ["SIGKILL", 3_000],
] as const;
/** How long what is left of it may hold its output open, or nobody read it. */
const LAST_OUTPUT = 1_000;
const POLL = 50;

interface AbortableRun {
  readonly exec: Docker.Exec;
  readonly stream: Duplex;
  readonly signals: RunSignals;
}

/**
 * Once `signal` is aborted, ends the command and then its stream, also where the command could not
 * be ended; until the returned function is called.
 */
export function endOnAbort(run: AbortableRun, signal: AbortSignal): () => void {
  const stopped = new AbortController();
  const end = () => {
    // It stops by rejecting.
    endRun(run, stopped.signal).catch(() => undefined);
  };
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  return () => {
    signal.removeEventListener("abort", end);
    stopped.abort();
  };
}

async function endRun({ exec, stream, signals }: AbortableRun, stop: AbortSignal): Promise<void> {
  for (const [name, patience] of STEPS) {
    void signals.send(name);
    if (await endsWithin(patience, exec, stop)) break;
  }
  await sleep(LAST_OUTPUT, undefined, { signal: stop });
  stream.destroy();
}

async function endsWithin(
  patience: number,
  exec: Docker.Exec,
  stop: AbortSignal,
): Promise<boolean> {
  const limit = AbortSignal.timeout(patience);
  while (!limit.aborted) {
    await sleep(POLL, undefined, { signal: stop });
    const ExitCode = await statusNow(exec, limit).catch(() => null);
    if (ExitCode !== null) return true;
  }
  return false;
}
