import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";

import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { parseEvent } from "./container-events.ts";
import { demux } from "./demux.ts";

/** Set-up takes a fraction of a second; a daemon under load gets this long, in milliseconds. */
const READY_TIMEOUT = 60_000;
/** How much of what a failed set-up said is shown. */
const LAST_LINES = 20;

/**
 * Resolves once PID 1 has reported ready for the container's current start. Fails with
 * SANDBOX_FAILED and the set-up's own last lines when it ends instead.
 */
export async function waitReady(container: Docker.Container, signal: AbortSignal): Promise<void> {
  const { State } = await container.inspect();
  const since = new Date(State.StartedAt);
  const logs = await container.logs({
    follow: true,
    stdout: true,
    stderr: true,
    // A restarted container's log still holds the report of its earlier start.
    since: (since.getTime() / 1000).toFixed(3) as unknown as number,
    abortSignal: signal,
  });
  const timer = setTimeout(() => {
    lines.end();
  }, READY_TIMEOUT);
  const lines = new PassThrough();
  void demux(logs, { stdout: lines, stderr: lines })
    .catch(() => undefined)
    .finally(() => lines.end());
  const said: string[] = [];
  try {
    for await (const line of createInterface({ input: lines })) {
      if (parseEvent(line)?.event === "sandbox.ready") return;
      said.push(line);
    }
  } finally {
    clearTimeout(timer);
    (logs as NodeJS.ReadableStream & { destroy(): void }).destroy();
  }
  signal.throwIfAborted();
  throw new SandboxError(
    "SANDBOX_FAILED",
    `Cannot open the sandbox: its set-up ended before it was ready`,
    { hint: reasonOf(said), detail: said.slice(-LAST_LINES).join("\n") },
  );
}

function reasonOf(said: readonly string[]): string {
  const failed = said.map(parseEvent).findLast((event) => event?.event === "sandbox.failed");
  return failed?.reason ?? said.at(-1) ?? "it said nothing";
}
