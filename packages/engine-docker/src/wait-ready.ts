import { createInterface } from "node:readline";

import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { parseEvent } from "./container-events.ts";
import { containerOutput } from "./container-output.ts";

/** Set-up takes a fraction of a second; a daemon under load gets this long, in milliseconds. */
const READY_TIMEOUT = 60_000;
/** How much of what a failed set-up said is shown. */
const LAST_LINES = 20;

export interface ReadyRequest {
  readonly signal: AbortSignal;
  /** When the container's earlier run ended: its log still holds that run's report. */
  readonly lastEnd: Date | undefined;
  /** In milliseconds. */
  readonly limit?: number;
}

/**
 * Resolves once PID 1 has reported ready for the container's current start. Fails with
 * SANDBOX_FAILED and the set-up's own last lines when it ends instead, or takes longer than `limit`.
 */
export async function waitReady(
  container: Docker.Container,
  { signal, lastEnd, limit = READY_TIMEOUT }: ReadyRequest,
): Promise<void> {
  // Not since its start: Docker notes that down when the first lines may have been said already.
  const output = await containerOutput(container, { since: lastEnd, signal });
  const waited = { long: false };
  const timer = setTimeout(() => {
    waited.long = true;
    output.end();
  }, limit);
  const said: string[] = [];
  try {
    for await (const line of createInterface({ input: output })) {
      if (parseEvent(line)?.event === "sandbox.ready") return;
      said.push(line);
    }
  } finally {
    clearTimeout(timer);
    output.destroy();
  }
  signal.throwIfAborted();
  throw waited.long ? tooLate(limit, said) : endedEarly(said);
}

function endedEarly(said: readonly string[]): SandboxError {
  return new SandboxError(
    "SANDBOX_FAILED",
    "Cannot open the sandbox: its set-up ended before it was ready",
    { hint: reasonOf(said), detail: lastOf(said) },
  );
}

function tooLate(limit: number, said: readonly string[]): SandboxError {
  const seconds = Math.round(limit / 1000);
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot open the sandbox: its set-up was not done after ${seconds.toString()} s`,
    {
      hint: "Try again when the machine has less to do; what the set-up said so far may name what it waits for",
      detail: lastOf(said) || "It said nothing",
    },
  );
}

function lastOf(said: readonly string[]): string {
  return said.slice(-LAST_LINES).join("\n");
}

function reasonOf(said: readonly string[]): string {
  const failed = said.map(parseEvent).findLast((event) => event?.event === "sandbox.failed");
  return failed?.reason ?? said.at(-1) ?? "it said nothing";
}
